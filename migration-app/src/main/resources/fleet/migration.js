// One migration: all that is known of it, and its curves since the page was opened.
import {byId, seconds, setText, whole} from './format.js';
import {showHistory} from './charts.js';

const KEPT_MILLIS = 600_000;
const GOOD = new Set(['REPLAYING']);
const BAD = new Set(['FAILED', 'FENCED', 'SILENT', 'UNASSIGNED', 'RETRYING', 'WAITING', 'ENDED']);

/** What is called otherwise on the page than in a status record, and what stands elsewhere on it. */
const LABELS = {
  newest_committed: 'Newest committed', quarantined_tables: 'Quarantined tables', lag_seconds: 'Lag in seconds', at: 'Said at',
  copy: 'Initial copy', stalled_seconds: 'Stalled for seconds', seconds_left: 'Seconds left'};

const samples = new Map();

export const count = (number, noun) => number + ' ' + noun + (number === 1 ? '' : 's');

/** The fleet's URL without what all have. */
export const fleetName = url => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** Returns a state as it is written, and its class. That of a fleet which does not answer was so. */
export function stateOf(migration) {
  const text = migration.state.toLowerCase();
  if (migration.of.problem) return ['was ' + text, 'warn'];
  return [text, GOOD.has(migration.state) ? 'good' : BAD.has(migration.state) ? 'bad' : 'warn'];
}

/** While it copies, the copy's own speed; null where none is known. */
export const rowsPerSecond = said => said.copy_rows_per_second ?? said.rows_per_second;

export const copied = said => said.copy_rows == null ? ''
  : said.copy_estimated_rows ? Math.floor(100 * said.copy_rows / said.copy_estimated_rows) + ' %' : '0 %';

/** Remembers what is new, for the curves. */
export function keep(migration) {
  const at = migration.status.at;
  if (!migration.live || !at || migration.of.problem) return;
  const kept = samples.get(migration.link) || [];
  if (kept.length && kept[kept.length - 1].at === at) return;
  kept.push({at, rowsPerSecond: rowsPerSecond(migration.status), lagSeconds: migration.status.lag_seconds,
    behindTransactions: migration.status.behind_transactions});
  samples.set(migration.link, kept.filter(sample => Date.parse(sample.at) > Date.parse(at) - KEPT_MILLIS));
}

/** Shows names and values; what has not changed is left alone, for somebody may have marked it. */
function showFields(list, fields) {
  const texts = fields.flat();
  while (list.children.length > texts.length) list.lastChild.remove();
  texts.forEach((text, i) => {
    const element = list.children[i] || list.appendChild(document.createElement(i % 2 ? 'dd' : 'dt'));
    if (element.textContent !== text) element.textContent = text;
  });
}

const label = name => {
  const words = name.replaceAll('_', ' ');
  return LABELS[name] || words.charAt(0).toUpperCase() + words.slice(1);
};

function ago(at) {
  return new Date(at).toLocaleString() + ', ' + seconds(Math.max(0, Date.now() - Date.parse(at)) / 1000) + ' ago';
}

function note(migration) {
  const said = migration.status;
  if (migration.of.problem) return 'Its fleet does not answer: this is of former times.';
  if (!said.at) return 'It has said nothing yet.';
  return (migration.live ? 'Said ' : 'Its pipeline said last, ') + ago(said.at)
    + (migration.live ? '' : ', that it was ' + String(said.state).toLowerCase());
}

/** Shows it; undefined for one that is not known. */
export function showOne(migration) {
  if (!migration) {
    setText('one-title', 'Nothing is known here of this migration');
    ['one-state', 'one-note', 'one-lag', 'one-behind', 'one-speed', 'one-copied', 'one-left'].forEach(id => setText(id, ''));
    byId('one-state').className = '';
    byId('one-hand').hidden = true;
    showFields(byId('said'), []);
    showHistory([]);
    return;
  }
  const said = migration.status;
  const [state, style] = stateOf(migration);
  setText('one-title', migration.connector + ' / ' + migration.source);
  setText('one-state', state);
  byId('one-state').className = 'state ' + style;
  setText('one-note', note(migration));
  // what it said before its task ended stands below only
  const now = migration.live ? said : {};
  setText('one-lag', now.lag_seconds == null ? '–' : seconds(now.lag_seconds));
  setText('one-behind', now.behind_transactions == null ? '–' : whole.format(now.behind_transactions) + ' transactions');
  setText('one-speed', rowsPerSecond(now) == null ? '–' : whole.format(rowsPerSecond(now)) + ' rows/s, '
    + whole.format(now.transactions_per_second) + ' trx/s');
  setText('one-copied', now.copy_rows == null ? '–'
    : whole.format(now.copy_rows) + ' rows of about ' + whole.format(now.copy_estimated_rows) + ', ' + copied(now));
  setText('one-left', migration.secondsLeft == null ? '–'
    : seconds(migration.secondsLeft) + (now.copy_rows == null ? ' to catch up' : ' of the copy'));
  byId('one-hand').hidden = !migration.needsAHand;
  // the trace of a failed task has its remedy
  const problem = migration.trace ? null : now.problem;
  setText('one-reason', problem || migration.needsAHand || '');
  setText('one-remedy', problem ? 'remedy: ' + now.remedy : '');
  setText('one-trace', migration.trace || '');
  showFields(byId('said'), [
    ['Fleet', migration.fleet],
    ['Task', migration.task == null ? 'none' : migration.task + (migration.worker ? ' on ' + migration.worker : ' on no worker')],
    ...Object.entries(said).map(([name, value]) => [label(name), String(value)])]);
  showHistory(samples.get(migration.link) || []);
}
