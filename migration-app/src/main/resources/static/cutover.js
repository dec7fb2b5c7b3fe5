// The cutover: where it stands, what each step came to, and the way out before the switch.
import {byId, bytes, row, seconds, setText, whole} from './format.js';
import {steer} from './steer.js';

const WORDS = {
  AT_WORK: 'at work', ROLLING_BACK: 'giving the source back to its writers', ROLLED_BACK: 'the source has its writers again',
  SWITCHED: 'switched: the target is the side that is written to', FINISHED: 'finished'
};

const took = step => step.ended ? seconds((new Date(step.ended) - new Date(step.begun)) / 1000) : '';

/** How far MySQL is behind the target after the switch, how fast the way back is, and what it waits for. */
function wayBack(back) {
  if (!back) return '';
  const behind = back.behindBytes == null ? 'MySQL is behind by an unknown length of the target\'s log'
    : 'MySQL is ' + bytes(back.behindBytes) + ' of the target\'s log behind';
  const lines = ['Way back: ' + back.phase.toLowerCase() + '; ' + behind
    + (back.lagSeconds == null ? '' : ', ' + seconds(back.lagSeconds)) + ', ' + whole.format(back.pendingTransactions)
    + ' transactions read and pending; ' + whole.format(back.rowsPerSecond) + ' rows/s, ' + whole.format(back.transactionsPerSecond)
    + ' transactions/s; ' + whole.format(back.transactions) + ' transactions brought back since the daemon began'];
  if (back.pendingTransactions > 0 || back.phase !== 'RUNNING') lines.push(...back.waits);
  if (back.problem) lines.push(back.problem);
  return lines.join('\n');
}

/** Asks how it stands and shows it; shows nothing where there never was one. */
export async function showCutover() {
  try {
    const cutover = await (await fetch('/api/cutover')).json();
    byId('cutover').hidden = cutover.state === 'NONE';
    if (cutover.state === 'NONE') return;
    setText('cutover-state', WORDS[cutover.state] + ', step ' + cutover.step + '; begun by ' + cutover.operator + ' on ' + cutover.host
      + ' at ' + new Date(cutover.started).toLocaleString()
      + (cutover.refusedSeconds == null ? '' : '; writes refused for ' + seconds(cutover.refusedSeconds))
      + (cutover.reason ? '. Reason: ' + cutover.reason : ''));
    setText('cutover-problem', [cutover.writtenAfterSwitch && 'Written to the source after the switch: ' + cutover.writtenAfterSwitch,
      cutover.problem].filter(Boolean).join('\n'));
    setText('cutover-back', wayBack(cutover.wayBack));
    byId('cutover-steps').replaceChildren(...cutover.steps.map(step => row([
      [step.step], [step.outcome.toLowerCase().replaceAll('_', ' '), step.outcome === 'FAILED' ? 'bad-text' : ''],
      [took(step), 'number'], [step.detail]])));
    byId('cutover-rollback').hidden = cutover.state !== 'AT_WORK';
  } catch (problem) {
    // the page's state says that the daemon is not reachable
    byId('cutover').hidden = true;
  }
}

byId('cutover-rollback').addEventListener('click',
  () => steer('cutover/rollback', 'the source gets its writers back', {operator: 'the page', reason: 'from the page'}));
