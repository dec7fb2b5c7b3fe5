// The cutover: its state, the outcome of each step, and the rollback before the switch.
import {byId, bytes, row, seconds, setText, whole} from './format.js';
import {send} from './control.js';
import {showLife} from './life.js';

const WORDS = {
  AT_WORK: 'running', ROLLING_BACK: 'rolling back', ROLLED_BACK: 'rolled back: the source accepts writes again',
  SWITCHED: 'switched: the target is the primary side', FINISHED: 'finished'
};

const duration = step => step.ended ? seconds((new Date(step.ended) - new Date(step.started)) / 1000) : '';

/** The lag and speed of reverse replication after the switch, and what it waits for. */
function reverseReplication(back) {
  if (!back) return '';
  const behind = back.behindBytes == null ? 'MySQL is an unknown amount of WAL behind the target'
    : 'MySQL is ' + bytes(back.behindBytes) + ' of WAL behind the target';
  const lines = ['Reverse replication: ' + back.phase.toLowerCase() + '; ' + behind
    + (back.lagSeconds == null ? '' : ', ' + seconds(back.lagSeconds)) + ', ' + whole.format(back.pendingTransactions)
    + ' transactions read and pending; ' + whole.format(back.rowsPerSecond) + ' rows/s, ' + whole.format(back.transactionsPerSecond)
    + ' transactions/s; ' + whole.format(back.transactions) + ' transactions replicated to MySQL since the daemon\'s start'];
  if (back.pendingTransactions > 0 || back.phase !== 'RUNNING') lines.push(...back.waits);
  if (back.problem) lines.push(back.problem);
  return lines.join('\n');
}

/** Requests the state of the cutover and shows it; shows nothing if no cutover was started. */
export async function showCutover() {
  try {
    const cutover = await (await fetch('/api/cutover')).json();
    showLife({cutover});
    byId('cutover').hidden = cutover.state === 'NONE';
    if (cutover.state === 'NONE') return;
    setText('cutover-state', WORDS[cutover.state] + ', step ' + cutover.step + '; started by ' + cutover.operator + ' on ' + cutover.host
      + ' at ' + new Date(cutover.started).toLocaleString()
      + (cutover.refusedSeconds == null ? '' : '; writes refused for ' + seconds(cutover.refusedSeconds))
      + (cutover.reason ? '. Reason: ' + cutover.reason : ''));
    setText('cutover-problem', [cutover.writtenAfterSwitch && 'Written to the source after the switch: ' + cutover.writtenAfterSwitch,
      ...cutover.targetTables.map(table => 'Table ' + table.table + ' on the target ' + table.description + '; ' + table.remedy),
      cutover.problem].filter(Boolean).join('\n'));
    setText('cutover-back', reverseReplication(cutover.reverseReplication));
    byId('cutover-steps').closest('.scroll').hidden = !cutover.steps.length;
    byId('cutover-steps').replaceChildren(...cutover.steps.map(step => row([
      [step.step], [step.outcome.toLowerCase().replaceAll('_', ' '), step.outcome === 'FAILED' ? 'bad-text' : ''],
      [duration(step), 'number'], [step.detail]])));
    byId('cutover-rollback').hidden = cutover.state !== 'AT_WORK';
  } catch (problem) {
    // the page already shows that the daemon is not reachable
    byId('cutover').hidden = true;
  }
}

byId('cutover-rollback').addEventListener('click',
  () => send('cutover/rollback', 'roll back the cutover', {operator: 'the page', reason: 'from the page'}));
