// Views, routines, triggers and events by state; each state opens to its names.
import {byId, setText, showRows, whole} from './format.js';

const STATES = {
  EXECUTED: 'executed on both sides with equal results', COMPILES: 'compile on the target, not executed',
  BY_HAND: 'need work by hand', DIFFERS: 'differ', CHANGED: 'changed since their verification',
  CREATED: 'created since the verification', DROPPED: 'dropped since their verification'};
const BAD = new Set(['DIFFERS', 'CHANGED', 'CREATED']);

/** Requests the objects and shows them; keeps opened states open. */
export async function showObjects() {
  try {
    const answer = await fetch('/api/objects');
    const objects = await answer.json();
    if (!answer.ok) throw new Error(objects.problem);
    const changed = objects.groups.some(group => ['CHANGED', 'CREATED', 'DROPPED'].includes(group.state));
    setText('objects-note', !objects.verifiedAt ? '' : 'Verified ' + new Date(objects.verifiedAt).toLocaleString() + '.'
      + (changed ? ' The source has changed objects since then: run gaussferry objects verify.' : ''));
    const open = new Set([...byId('objects').querySelectorAll('details[open]')].map(fold => fold.dataset.state));
    showRows('objects', objects.groups.map(group => fold(group, open.has(group.state))));
  } catch (problem) {
    byId('objects-section').hidden = false;
    setText('objects-note', 'Unknown: ' + problem.message);
  }
}

function fold(group, isOpen) {
  const details = document.createElement('details');
  details.dataset.state = group.state;
  details.open = isOpen;
  const summary = document.createElement('summary');
  summary.textContent = whole.format(group.objects.length) + ' ' + (STATES[group.state] || group.state.toLowerCase());
  if (BAD.has(group.state)) summary.className = 'bad-text';
  const names = document.createElement('ul');
  names.append(...group.objects.map(object => {
    const item = document.createElement('li');
    item.textContent = object.kind + ' ' + object.name + ': ' + object.detail;
    return item;
  }));
  details.append(summary, names);
  return details;
}
