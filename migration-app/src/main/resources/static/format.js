// Formats figures and puts them into the page, always as text, because names of tables and messages may contain markup.
export const byId = id => document.getElementById(id);
export const whole = new Intl.NumberFormat('en', {maximumFractionDigits: 0});

export function seconds(value) {
  if (value < 1) return Math.round(value * 1000) + ' ms';
  if (value < 120) return value.toFixed(1) + ' s';
  if (value < 7200) return Math.round(value / 60) + ' min';
  return (value / 3600).toFixed(1) + ' h';
}

export function bytes(value) {
  if (value < 1024) return whole.format(value) + ' B';
  if (value < 1024 * 1024) return (value / 1024).toFixed(1) + ' KiB';
  return (value / 1024 / 1024).toFixed(1) + ' MiB';
}

export const time = instant => new Date(instant).toLocaleTimeString();

export function setText(id, text) {
  const element = byId(id);
  // screen readers would announce an unchanged text again
  if (element.textContent !== text) element.textContent = text;
}

/** Shows the rows of a table or list, and its section only if there are rows. */
export function showRows(id, rows) {
  byId(id + '-section').hidden = !rows.length;
  byId(id).replaceChildren(...rows);
}

/** Returns a table row with cells, each [text, class]. */
export function row(cells) {
  const line = document.createElement('tr');
  for (const [text, style] of cells) {
    const cell = document.createElement('td');
    cell.textContent = text;
    if (style) cell.className = style;
    line.append(cell);
  }
  return line;
}
