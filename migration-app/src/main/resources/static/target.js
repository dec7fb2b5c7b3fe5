// The servers of a target of several servers: their roles, and the commits that wait for a standby.
import {seconds, setText, showRows} from './format.js';

/** Shows the servers; nothing with one server, whose role is not asked for. */
export function showTarget(target) {
  showRows('target-hosts', (target ? target.hosts : []).map(host => {
    const item = document.createElement('li');
    item.className = host.condition === 'REFUSED' ? 'problem' : '';
    item.textContent = host.address + ': ' + host.condition.toLowerCase() + (host.detail ? ' (' + host.detail + ')' : '');
    return item;
  }));
  if (!target) return;
  const notes = [];
  if (target.unusableSeconds) notes.push('No writes for ' + seconds(target.unusableSeconds) + ': ' + target.problem);
  if (target.commitWaitSeconds >= 1) notes.push('A COMMIT has waited for a standby for ' + seconds(target.commitWaitSeconds) + '.');
  if (target.standbys != null) {
    notes.push(target.standbys + ' connected standbys, commits wait for ' + target.synchronousStandbys + '.');
  }
  if (target.secondsSinceChange != null) {
    notes.push(target.changes + ' changes of the primary, the last ' + seconds(target.secondsSinceChange) + ' ago.');
  }
  setText('target-note', notes.join(' '));
}
