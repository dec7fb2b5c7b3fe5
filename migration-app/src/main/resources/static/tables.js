// The tables: what an operator looks for first is on top, as the daemon sorts them.
import {byId, row, seconds, setText, time, whole} from './format.js';

const SHOWN_TABLES = 200;

const STATES = {SET_ASIDE: 'quarantined', COPYING: 'copying', WAITING: 'waits for copy', COPIED: 'copied', REPLAYING: 'replaying'};

const share = (part, all) => all ? Math.floor(100 * part / all) + ' %' : '';

function copied(table) {
  if (table.copiedRows == null) return '';
  const left = table.copySecondsLeft == null ? '' : ', ' + seconds(table.copySecondsLeft) + ' left';
  const part = table.state === 'COPYING' ? ', ' + share(table.copiedRows, table.estimatedRows) : '';
  return whole.format(table.copiedRows) + part + left;
}

function verified(table) {
  if (table.differences) return [whole.format(table.differences) + ' rows differ', 'bad-text'];
  if (table.undecided) return ['cannot tell: ' + table.undecided, 'reason'];
  if (table.verifiedUpTo) return ['equal up to ' + time(table.verifiedUpTo)];
  return [''];
}

const compared = table => table.comparedRows == null ? ''
  : whole.format(table.comparedRows) + ', ' + (share(table.comparedRows, table.comparableRows) || '100 %');

/** Asks for the tables and shows them. */
export async function showTables() {
  try {
    const answer = await fetch('/api/tables?limit=' + SHOWN_TABLES);
    const tables = await answer.json();
    const all = Number(answer.headers.get('X-Total-Count'));
    setText('tables-note', all > tables.length ? 'The first ' + tables.length + ' of ' + all + ', those with trouble on top.'
      : tables.length ? '' : 'No table is known yet.');
    byId('tables').replaceChildren(...tables.map(table => row([
      [table.table, 'name'], [STATES[table.state], table.state === 'SET_ASIDE' ? 'bad-text' : ''], [copied(table), 'number'],
      [whole.format(table.inserted), 'number'], [whole.format(table.updated), 'number'], [whole.format(table.deleted), 'number'],
      [compared(table), 'number'], verified(table)])));
  } catch (problem) {
    setText('tables-note', 'The tables are not known: ' + problem.message);
  }
}
