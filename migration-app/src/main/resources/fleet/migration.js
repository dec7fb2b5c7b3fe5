// One migration: all that is known about it, and its charts since the page was opened.
import {byId, seconds, setText, whole} from './format.js';
import {showHistory} from './charts.js';

const KEPT_MILLIS = 600_000;
const GOOD = new Set(['REPLAYING']);
const BAD = new Set(['FAILED', 'FENCED', 'SILENT', 'UNASSIGNED', 'RETRYING', 'WAITING', 'ENDED']);

/** Labels of status fields that are not derived from the field's name. */
const LABELS = {
  newest_committed: 'Newest committed', quarantined_tables: 'Quarantined tables', changed_objects: 'Objects changed since their verification', lag_seconds: 'Lag in seconds', at: 'Reported at',
  copy: 'Initial copy', stalled_seconds: 'Stalled (seconds)', seconds_left: 'Seconds left'};

const samples = new Map();

export const count = (number, noun) => number + ' ' + noun + (number === 1 ? '' : 's');

/** The fleet's URL without scheme and trailing slash. */
export const fleetName = url => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** Returns a state's label and class. The state of a fleet that does not respond is outdated. */
export function stateOf(migration) {
  const text = migration.state.toLowerCase();
  if (migration.of.problem) return ['was ' + text, 'warn'];
  return [text, GOOD.has(migration.state) ? 'good' : BAD.has(migration.state) ? 'bad' : 'warn'];
}

/** The speed of the copy while it runs; null if unknown. */
export const rowsPerSecond = status => status.copy_rows_per_second ?? status.rows_per_second;

export const copied = status => status.copy_rows == null ? ''
  : status.copy_estimated_rows ? Math.floor(100 * status.copy_rows / status.copy_estimated_rows) + ' %' : '0 %';

/** Stores a new sample for the charts. */
export function keep(migration) {
  const at = migration.status.at;
  if (!migration.live || !at || migration.of.problem) return;
  const kept = samples.get(migration.link) || [];
  if (kept.length && kept[kept.length - 1].at === at) return;
  kept.push({at, rowsPerSecond: rowsPerSecond(migration.status), lagSeconds: migration.status.lag_seconds,
    behindTransactions: migration.status.behind_transactions});
  samples.set(migration.link, kept.filter(sample => Date.parse(sample.at) > Date.parse(at) - KEPT_MILLIS));
}

/** Shows names and values. Unchanged elements are not replaced, because a user may have selected them. */
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
  const status = migration.status;
  if (migration.of.problem) return 'Its fleet does not respond; the figures are outdated.';
  if (!status.at) return 'It has not reported yet.';
  return (migration.live ? 'Reported ' : 'Last report of its pipeline: ') + ago(status.at)
    + (migration.live ? '' : ', state ' + String(status.state).toLowerCase());
}

/** Shows a migration; undefined for one that does not exist. */
export function showOne(migration) {
  if (!migration) {
    setText('one-title', 'Unknown migration');
    ['one-state', 'one-note', 'one-lag', 'one-behind', 'one-speed', 'one-copied', 'one-left'].forEach(id => setText(id, ''));
    byId('one-state').className = '';
    byId('one-attention').hidden = true;
    showFields(byId('status'), []);
    showHistory([]);
    return;
  }
  const status = migration.status;
  const [state, style] = stateOf(migration);
  setText('one-title', migration.connector + ' / ' + migration.source);
  setText('one-state', state);
  byId('one-state').className = 'state ' + style;
  setText('one-note', note(migration));
  // a status from before its task ended is shown only below
  const now = migration.live ? status : {};
  setText('one-lag', now.lag_seconds == null ? '–' : seconds(now.lag_seconds));
  setText('one-behind', now.behind_transactions == null ? '–' : whole.format(now.behind_transactions) + ' transactions');
  setText('one-speed', rowsPerSecond(now) == null ? '–' : whole.format(rowsPerSecond(now)) + ' rows/s, '
    + whole.format(now.transactions_per_second) + ' trx/s');
  setText('one-copied', now.copy_rows == null ? '–'
    : whole.format(now.copy_rows) + ' rows of about ' + whole.format(now.copy_estimated_rows) + ', ' + copied(now));
  setText('one-left', migration.secondsLeft == null ? '–'
    : seconds(migration.secondsLeft) + (now.copy_rows == null ? ' to catch up' : ' of the copy'));
  byId('one-attention').hidden = !migration.needsAHand;
  // the trace of a failed task contains its remedy
  const problem = migration.trace ? null : now.problem;
  setText('one-reason', problem || migration.needsAHand || '');
  setText('one-remedy', problem ? 'remedy: ' + now.remedy : '');
  setText('one-trace', migration.trace || '');
  showFields(byId('status'), [
    ['Fleet', migration.fleet],
    ['Task', migration.task == null ? 'none' : migration.task + (migration.worker ? ' on ' + migration.worker : ' on no worker')],
    ...Object.entries(status).map(([name, value]) => [label(name), String(value)])]);
  showHistory(samples.get(migration.link) || []);
}
