/**
 * The state machine of a cutover, its steps, and its journal.
 *
 * <p>{@code CutoverMachine} stores each state by {@code Journal} on the target before it acts on it. A cutover that succeeds, and one whose
 * comparison finds a difference, store:
 *
 * <pre>{@code
 * the request     Advancing(PRECHECK)     the request      Advancing(PRECHECK)
 * enter           Advancing(FENCE)        enter            Advancing(FENCE)
 * remember        the source's settings   remember         the source's settings
 * recordPosition  the final position      recordPosition   the final position
 * enter           DRAIN, VERIFY,          enter            DRAIN, VERIFY
 *                 OBJECTS, ARM            rollBack         RollingBack
 * switchOver      Switched(SWITCH)        rolledBack       RolledBack
 * watch           Switched(WATCH)
 * finish          Finished
 * }</pre>
 *
 * <p>A daemon that starts after a crash reads the state and runs the machine. It repeats the step completely, or rolls back if the step's deadline
 * has expired. After {@code switchOver} no rollback is possible: only {@link TargetJournal#decideReturn} leads back to the source. {@code CutoverSimulationTest}
 * kills daemons at random points.
 */
@NullMarked
package io.gaussferry.cutover.step;

import org.jspecify.annotations.NullMarked;
