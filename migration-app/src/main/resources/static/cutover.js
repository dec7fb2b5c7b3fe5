// The cutover: where it stands, what each step came to, and the way out before the switch.
import {byId, row, seconds, setText} from './format.js';
import {steer} from './steer.js';

const WORDS = {
  AT_WORK: 'at work', ROLLING_BACK: 'giving the source back to its writers', ROLLED_BACK: 'the source has its writers again',
  SWITCHED: 'switched: the target is the side that is written to', FINISHED: 'finished'
};

const took = step => step.ended ? seconds((new Date(step.ended) - new Date(step.begun)) / 1000) : '';

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
