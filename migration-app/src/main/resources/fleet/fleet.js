// All migrations of all fleets, from /api/migrations; those that need attention are first.
import {byId, row, seconds, setText, whole} from './format.js';
import {copied, count, fleetName, keep, rowsPerSecond, showOne, stateOf} from './migration.js';

const POLL_MILLIS = 2000;

let migrations = [];
/** Rows of the table by their migration. They are reused, so that focus and selection are preserved. */
const lines = new Map();

const link = migration => '#/' + [migration.fleet, migration.connector, migration.source].map(encodeURIComponent).join('/');

/** Returns the migration that the address names; undefined if there is none. */
function named() {
  try {
    const [fleet, connector, source] = location.hash.slice(2).split('/').map(decodeURIComponent);
    return migrations.find(one => one.fleet === fleet && one.connector === connector && one.source === source);
  } catch (problem) {
    return undefined; // not a link of this page
  }
}

function anchor(migration, text) {
  const element = document.createElement('a');
  element.href = link(migration);
  element.textContent = text;
  return element;
}

function update(answer) {
  const fleets = new Map(answer.fleets.map(fleet => [fleet.url, fleet]));
  migrations = answer.migrations.map(migration => ({...migration, link: link(migration), of: fleets.get(migration.fleet)}));
  migrations.forEach(keep);
  showSummary(answer.fleets);
  showAttention(answer.fleets);
  showTable();
  showView();
}

function showSummary(fleets) {
  const states = new Map();
  for (const migration of migrations) {
    const [text] = stateOf(migration);
    states.set(text, (states.get(text) || 0) + 1);
  }
  const attention = migrations.filter(migration => migration.needsAHand).length;
  const silent = fleets.filter(fleet => fleet.problem).length;
  setText('state', count(migrations.length, 'migration') + [...states].sort().map(([state, number], i) => (i ? ', ' : ': ') + number + ' ' + state).join('')
    + (attention ? '; ' + attention + (attention === 1 ? ' needs' : ' need') + ' attention' : '')
    + (silent ? '; ' + count(silent, 'fleet') + (silent === 1 ? ' does' : ' do') + ' not respond' : ''));
  byId('state').className = 'state ' + (attention || silent ? 'bad' : fleets.every(fleet => fleet.answered) ? 'good' : 'warn');
  document.title = (attention + silent ? '(' + (attention + silent) + ') ' : '') + 'Gaussferry fleet';
}

function showAttention(fleets) {
  const items = [];
  for (const fleet of fleets.filter(one => one.problem)) {
    const item = document.createElement('li');
    item.textContent = fleet.problem + '\nremedy: ' + fleet.remedy
      + (fleet.answered ? '\nIts migrations are shown as of ' + new Date(fleet.answered).toLocaleString() + '.' : '');
    items.push(item);
  }
  for (const migration of migrations.filter(one => one.needsAHand)) {
    const item = document.createElement('li');
    item.append(anchor(migration, migration.connector + ' / ' + migration.source), ': ' + migration.needsAHand);
    items.push(item);
  }
  byId('attention').hidden = !items.length;
  const joined = list => list.map(item => item.textContent).join('\n');
  if (joined(items) !== joined([...byId('attention-list').children])) byId('attention-list').replaceChildren(...items);
}

function cells(migration) {
  const [state, style] = stateOf(migration);
  const status = migration.live ? migration.status : {};
  return [
    [fleetName(migration.fleet)], [state, 'state ' + style],
    [status.lag_seconds == null ? '' : seconds(status.lag_seconds), 'number'],
    [status.behind_transactions == null ? '' : whole.format(status.behind_transactions), 'number'],
    [rowsPerSecond(status) == null ? '' : whole.format(rowsPerSecond(status)), 'number'],
    [status.transactions_per_second == null ? '' : whole.format(status.transactions_per_second), 'number'],
    [copied(status), 'number'],
    [migration.secondsLeft == null ? '' : seconds(migration.secondsLeft), 'number'],
    [migration.worker]];
}

/** Returns the migration's row with its current values. */
function line(migration) {
  const key = migration.link + ' ' + migration.task;
  let element = lines.get(key);
  if (!element) {
    element = row([[migration.connector, 'name'], ['', 'name']]);
    element.lastChild.append(anchor(migration, migration.source));
    lines.set(key, element);
  }
  cells(migration).forEach(([text, style], i) => {
    const cell = element.children[i + 2] || element.appendChild(document.createElement('td'));
    if (cell.textContent !== text) cell.textContent = text;
    cell.className = style || '';
  });
  return element;
}

function showTable() {
  const part = byId('filter').value.trim().toLowerCase();
  const shown = migrations.filter(migration =>
    [migration.connector, migration.source, migration.fleet, stateOf(migration)[0], migration.worker]
      .some(text => text.toLowerCase().includes(part)));
  const elements = [...new Set(shown.map(line))];
  const present = [...byId('migrations').children];
  if (elements.length !== present.length || elements.some((element, i) => element !== present[i])) {
    const focused = document.activeElement;
    byId('migrations').replaceChildren(...elements);
    if (focused && focused.isConnected) focused.focus({preventScroll: true});
  }
  setText('filtered', part ? shown.length + ' of ' + migrations.length : '');
}

/** Shows the list, or the migration that the address names. */
function showView() {
  const isOne = location.hash.startsWith('#/');
  byId('all').hidden = isOne;
  byId('one').hidden = !isOne;
  if (isOne) showOne(named());
}

async function poll() {
  try {
    const answer = await fetch('/api/migrations');
    if (!answer.ok) throw new Error('HTTP status ' + answer.status);
    update(await answer.json());
  } catch (problem) {
    setText('state', 'the server of this page does not respond; the figures are outdated');
    byId('state').className = 'state bad';
    console.error(problem);
  }
  setTimeout(poll, POLL_MILLIS);
}

byId('filter').addEventListener('input', showTable);
addEventListener('hashchange', () => {
  showView();
  scrollTo(0, 0);
});
showView();
poll();
