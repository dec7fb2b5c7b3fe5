// The life of the migration: copy, replicate, verify, cut over, each with its figure; and the operator's next action.
import {byId, bytes, seconds, setText, time, whole} from './format.js';

const REPLICATING = new Set(['REPLAYING', 'LAGGING', 'FOLLOWING', 'STALLED', 'DIVERGED', 'PAUSED']);
const FAILED = new Set(['STOPPED', 'RETRYING', 'STALLED']);
const STEP_WORDS = {ROLLING_BACK: 'rolling back', ROLLED_BACK: 'rolled back', FINISHED: 'finished'};

/** The latest status, cutover and number of copied rows. They arrive in separate responses. */
const known = {status: null, cutover: null, copiedRows: null};

const percent = (part, all) => all ? Math.min(100, Math.floor(100 * part / all)) + ' %' : '0 %';
const isCopied = status => !status.copy && (status.newestCommitted != null || status.state === 'COPYING'
  || status.state === 'SWITCHED' || REPLICATING.has(status.state));

/** Why copies and verification are held back; empty if they are not. */
const heldBack = status => status.heldBack.length ? ' – held back: ' + status.heldBack.join('; ') : '';

/** A stage: [state, figure, note]. The state is todo, current, done or failed. */
function copyStage({status, copiedRows}) {
  const copy = status.copy;
  if (copy) {
    return [FAILED.has(status.state) ? 'failed' : 'current', percent(copy.rows, copy.estimatedRows),
      whole.format(copy.rows) + ' of about ' + whole.format(copy.estimatedRows) + ' rows, ' + copy.tables + ' of ' + copy.allTables
        + ' tables' + (copy.secondsLeft == null ? '' : ', ' + seconds(copy.secondsLeft) + ' left') + heldBack(status)];
  }
  if (!isCopied(status)) return ['todo', '–', ''];
  return copiedRows ? ['done', whole.format(copiedRows) + ' rows', ''] : ['done', 'complete', 'before this start of the daemon'];
}

function replicateStage({status, cutover}) {
  const reverse = cutover && cutover.reverseReplication;
  if (status.state === 'SWITCHED') {
    return ['done', reverse && reverse.lagSeconds != null ? seconds(reverse.lagSeconds) + ' lag' : 'ended',
      reverse ? 'reverse replication to MySQL ' + reverse.phase.toLowerCase()
        + (reverse.behindBytes == null ? '' : ', ' + bytes(reverse.behindBytes) + ' behind') : 'ended at the switch'];
  }
  if (!isCopied(status)) return ['todo', '–', ''];
  const behind = status.behindTransactions == null ? 'unknown number of transactions behind the source'
    : whole.format(status.behindTransactions) + ' transactions behind the source';
  return [FAILED.has(status.state) ? 'failed' : 'current', seconds(status.lagSeconds) + ' lag',
    status.state === 'COPYING' ? 'catching up, the target is not yet consistent; ' + behind : behind];
}

function verifyStage({status}) {
  const verified = status.verification;
  const round = verified.roundBegan ? percent(verified.rowsInRound, verified.estimatedRows) + ' of the current round'
    + (verified.secondsLeft == null ? '' : ', ' + seconds(verified.secondsLeft) + ' left') + heldBack(status) : '';
  if (verified.differences) return ['failed', whole.format(verified.differences) + ' rows differ', round];
  if (verified.structureDifferences) {
    return ['failed', whole.format(verified.structureDifferences) + ' differences in definitions', round];
  }
  const undecided = verified.undecidedTables ? verified.undecidedTables + ' tables could not be compared' : '';
  if (verified.verifiedUpTo) {
    return [undecided ? 'current' : 'done', 'equal up to ' + time(verified.verifiedUpTo), round || verified.problem || undecided];
  }
  if (verified.roundBegan) return ['current', percent(verified.rowsInRound, verified.estimatedRows), round];
  return ['todo', 'not verified', verified.problem || undecided];
}

function cutoverStage({status, cutover}) {
  const {state, step, problem} = status.cutover;
  const refused = cutover && cutover.refusedSeconds != null ? 'writes refused for ' + seconds(cutover.refusedSeconds) : '';
  switch (state) {
    case 'NONE': return ['todo', 'not started', ''];
    case 'AT_WORK': return [problem ? 'failed' : 'current', 'step ' + step.toLowerCase(), refused];
    case 'SWITCHED':
      return [step === 'WATCH' ? 'done' : problem ? 'failed' : 'current',
        cutover && cutover.switchedAt ? 'switched at ' + time(cutover.switchedAt) : 'switched', refused];
    case 'FINISHED': return ['done', 'finished', refused];
    default: return ['todo', STEP_WORDS[state], refused];
  }
}

/** Returns the operator's next action: [sentence, command without "gaussferry" and the configuration]. */
function nextAction({status}) {
  const {cutover, verification} = status;
  if (cutover.state === 'FINISHED') return ['The migration is complete; no action needed.', ''];
  if (cutover.state === 'SWITCHED') {
    return cutover.step === 'WATCH'
      ? ['Check the application on the target. When no return to MySQL is needed, finish the migration.', 'cutover finish']
      : cutover.problem ? ['A hook failed after the switch. Correct the cause, then run it again.', 'cutover start']
      : ['The switch is in progress; no action needed.', 'cutover status'];
  }
  if (cutover.state === 'AT_WORK' || cutover.state === 'ROLLING_BACK') {
    return ['The cutover is in progress; no action needed.', 'cutover status'];
  }
  if (status.waiting) {
    return status.waiting.definition ? ['Decide the DDL statement that replication waits at.', 'definitions show']
      : ['Correct the problem below, then retry the transaction.', 'retry'];
  }
  if (status.state === 'STOPPED') return ['Replication has stopped. Correct the last error below, then restart the daemon.', 'run'];
  if (status.quarantined.length) {
    return ['Quarantined tables lack changes. Correct the cause, then copy each table again.',
      'copy --table ' + status.quarantined[0] + ' --replace'];
  }
  if (status.paused) return ['Replication is paused. Resume it.', 'resume'];
  if (verification.differences || verification.structureDifferences) {
    return ['The target differs from the source. List the differences.', 'verify --values'];
  }
  if (status.state === 'STARTING') return ['The daemon is starting; no action needed.', 'status'];
  if (!isCopied(status)) return ['The copy is in progress; no action needed.', 'status'];
  if (status.state === 'COPYING') return ['The copy is complete, and the target is catching up; no action needed.', 'status'];
  if (FAILED.has(status.state)) return ['Replication makes no progress. Check what it waits for.', 'status'];
  if (status.state === 'LAGGING') return ['The target is catching up; no action needed.', 'status'];
  if (!verification.verifiedUpTo && verification.roundBegan) return ['Verification is in progress; no action needed.', 'status'];
  if (!verification.verifiedUpTo) return ['The target follows the source. Verify that both sides are equal.', 'verify'];
  return ['Both sides are equal. Check whether the cutover can start.', 'cutover check'];
}

function showStage(name, [state, figure, note]) {
  const element = byId('stage-' + name);
  element.className = state;
  if (state === 'current' || state === 'failed') element.setAttribute('aria-current', 'step');
  else element.removeAttribute('aria-current');
  setText('stage-' + name + '-figure', figure);
  setText('stage-' + name + '-note', note);
}

/** Takes new values of status, cutover or copiedRows, and shows the stages and the next action. */
export function showLife(values) {
  Object.assign(known, values);
  if (!known.status) return;
  showStage('copy', copyStage(known));
  showStage('replicate', replicateStage(known));
  showStage('verify', verifyStage(known));
  showStage('cutover', cutoverStage(known));
  const [action, command] = nextAction(known);
  setText('next-action', action);
  const [first, ...options] = command.split(' --');
  setText('next-command', command && ['gaussferry ' + first, 'config FILE', ...options].join(' --'));
  byId('next-command').hidden = !command;
}
