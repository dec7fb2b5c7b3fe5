// The tables, in the daemon's order: the most important first.
import {byId, row, seconds, setText, showRows, time, whole} from './format.js';
import {showLife} from './life.js';

const SHOWN_TABLES = 200;

const STATES = {SET_ASIDE: 'quarantined', COPYING: 'copying', WAITING: 'waiting for copy', COPIED: 'copied', REPLAYING: 'replicating'};

const share = (part, all) => all ? Math.floor(100 * part / all) + ' %' : '';

function copied(table) {
  if (table.copiedRows == null) return '';
  const left = table.copySecondsLeft == null ? '' : ', ' + seconds(table.copySecondsLeft) + ' left';
  const part = table.state === 'COPYING' ? ', ' + share(table.copiedRows, table.estimatedRows) : '';
  return whole.format(table.copiedRows) + part + left;
}

function verified(table) {
  if (table.differences) return [whole.format(table.differences) + ' rows differ', 'bad-text'];
  if (table.undecided) return ['undecided: ' + table.undecided, 'reason'];
  if (table.verifiedUpTo) return ['equal up to ' + time(table.verifiedUpTo)];
  return [''];
}

const compared = table => table.comparedRows == null ? ''
  : whole.format(table.comparedRows) + ', ' + (share(table.comparedRows, table.comparableRows) || '100 %');

/** Requests the tables and shows them. */
export async function showTables() {
  try {
    const answer = await fetch('/api/tables?limit=' + SHOWN_TABLES);
    const tables = await answer.json();
    const all = Number(answer.headers.get('X-Total-Count'));
    setText('tables-note', all > tables.length ? 'The first ' + tables.length + ' of ' + all + ', those with problems first.' : '');
    showLife({copiedRows: all > tables.length ? null : tables.reduce((sum, table) => sum + (table.copiedRows || 0), 0)});
    showRows('tables', tables.map(table => row([
      [table.table, 'name'], [STATES[table.state], table.state === 'SET_ASIDE' ? 'bad-text' : ''], [copied(table), 'number'],
      [whole.format(table.inserted), 'number'], [whole.format(table.updated), 'number'], [whole.format(table.deleted), 'number'],
      [compared(table), 'number'], verified(table)])));
  } catch (problem) {
    byId('tables-section').hidden = false;
    setText('tables-note', 'The tables are unknown: ' + problem.message);
  }
}
