// All migrations of all fleets, as /api/migrations has them; those that need a hand on top.
import {byId, row, seconds, setText, whole} from './format.js';
import {copied, count, fleetName, keep, rowsPerSecond, showOne, stateOf} from './migration.js';

const BETWEEN_LOOKS = 2000;

let migrations = [];
/** Lines of the table by their migration, which are kept: what somebody has the focus on, or has marked, stays. */
const lines = new Map();

const link = migration => '#/' + [migration.fleet, migration.connector, migration.source].map(encodeURIComponent).join('/');

/** Returns the migration that the address names; undefined if it names none that is here. */
function named() {
  try {
    const [fleet, connector, source] = location.hash.slice(2).split('/').map(decodeURIComponent);
    return migrations.find(one => one.fleet === fleet && one.connector === connector && one.source === source);
  } catch (problem) {
    return undefined; // it is no link of this page
  }
}

function anchor(migration, text) {
  const element = document.createElement('a');
  element.href = link(migration);
  element.textContent = text;
  return element;
}

function take(answer) {
  const fleets = new Map(answer.fleets.map(fleet => [fleet.url, fleet]));
  migrations = answer.migrations.map(migration => ({...migration, link: link(migration), of: fleets.get(migration.fleet)}));
  migrations.forEach(keep);
  showSummary(answer.fleets);
  showHands(answer.fleets);
  showTable();
  showView();
}

function showSummary(fleets) {
  const states = new Map();
  for (const migration of migrations) {
    const [text] = stateOf(migration);
    states.set(text, (states.get(text) || 0) + 1);
  }
  const hands = migrations.filter(migration => migration.needsAHand).length;
  const silent = fleets.filter(fleet => fleet.problem).length;
  setText('state', count(migrations.length, 'migration') + [...states].sort().map(([state, number], i) => (i ? ', ' : ': ') + number + ' ' + state).join('')
    + (hands ? '; ' + hands + (hands === 1 ? ' needs' : ' need') + ' a hand' : '')
    + (silent ? '; ' + count(silent, 'fleet') + ' without an answer' : ''));
  byId('state').className = 'state ' + (hands || silent ? 'bad' : fleets.every(fleet => fleet.answered) ? 'good' : 'warn');
  document.title = (hands + silent ? '(' + (hands + silent) + ') ' : '') + 'Gaussferry fleet';
}

function showHands(fleets) {
  const items = [];
  for (const fleet of fleets.filter(one => one.problem)) {
    const item = document.createElement('li');
    item.textContent = fleet.problem + '\nremedy: ' + fleet.remedy
      + (fleet.answered ? '\nWhat is shown of it is of ' + new Date(fleet.answered).toLocaleString() + '.' : '');
    items.push(item);
  }
  for (const migration of migrations.filter(one => one.needsAHand)) {
    const item = document.createElement('li');
    item.append(anchor(migration, migration.connector + ' / ' + migration.source), ': ' + migration.needsAHand);
    items.push(item);
  }
  byId('hand').hidden = !items.length;
  const told = list => list.map(item => item.textContent).join('\n');
  if (told(items) !== told([...byId('hand-list').children])) byId('hand-list').replaceChildren(...items);
}

function cells(migration) {
  const [state, style] = stateOf(migration);
  const said = migration.live ? migration.status : {};
  return [
    [fleetName(migration.fleet)], [state, 'state ' + style],
    [said.lag_seconds == null ? '' : seconds(said.lag_seconds), 'number'],
    [said.behind_transactions == null ? '' : whole.format(said.behind_transactions), 'number'],
    [rowsPerSecond(said) == null ? '' : whole.format(rowsPerSecond(said)), 'number'],
    [said.transactions_per_second == null ? '' : whole.format(said.transactions_per_second), 'number'],
    [copied(said), 'number'],
    [migration.secondsLeft == null ? '' : seconds(migration.secondsLeft), 'number'],
    [migration.worker]];
}

/** Returns the migration's line with what is known now. */
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

/** Shows all, or the one that the address names. */
function showView() {
  const isOne = location.hash.startsWith('#/');
  byId('all').hidden = isOne;
  byId('one').hidden = !isOne;
  if (isOne) showOne(named());
}

async function look() {
  try {
    const answer = await fetch('/api/migrations');
    if (!answer.ok) throw new Error('answer ' + answer.status);
    take(await answer.json());
  } catch (problem) {
    setText('state', 'this page is not served any more: what it shows is of former times');
    byId('state').className = 'state bad';
    console.error(problem);
  }
  setTimeout(look, BETWEEN_LOOKS);
}

byId('filter').addEventListener('input', showTable);
addEventListener('hashchange', () => {
  showView();
  scrollTo(0, 0);
});
showView();
look();
