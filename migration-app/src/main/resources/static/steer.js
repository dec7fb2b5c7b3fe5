// Changes something: with the token, which this tab keeps until it is closed.
import {byId} from './format.js';

/** Said where it was asked: each part of the page that can be steered has a place for it. */
function say(text) {
  document.querySelectorAll('.answer').forEach(place => { place.textContent = text; });
}

function askToken() {
  const dialog = byId('token-dialog');
  byId('token').value = '';
  dialog.showModal();
  // submit and cancel are told at once, close later: it could be taken for the next question's
  return new Promise(resolve => {
    dialog.addEventListener('submit', event => resolve(event.submitter.value === 'ok' ? byId('token').value : ''), {once: true});
    dialog.addEventListener('cancel', () => resolve(''), {once: true});
  });
}

/**
 * Asks the daemon to do something; the token is asked for once.
 *
 * @param path what, behind /api/
 * @param action the same in words
 * @returns the daemon's answer; null if there is none, which is said
 */
export async function steer(path, action, body) {
  const token = sessionStorage.getItem('token') || await askToken();
  if (!token) return null;
  try {
    const answer = await fetch('/api/' + path, {
      method: 'POST',
      headers: {'Authorization': 'Bearer ' + token, 'Content-Type': 'application/json'},
      body: JSON.stringify(body)
    });
    if (answer.status === 401) sessionStorage.removeItem('token');
    else sessionStorage.setItem('token', token);
    const told = await answer.json();
    say(answer.ok ? 'Done: ' + action + '.' : 'Refused: ' + (told.problem || answer.status));
    return answer.ok ? told : null;
  } catch (problem) {
    say('The daemon does not answer: ' + problem.message);
    return null;
  }
}
