// Charts of the last ten minutes, drawn by Chart.js (chartjs/chart.umd.js).
import {byId, seconds, whole} from './format.js';

const SHOWN_SECONDS = 600;
/** Widths of the time axis in seconds, each with the distance of its ticks. */
const WIDTHS = [[60, 15], [120, 30], [300, 60], [SHOWN_SECONDS, 120]];
const DARK = matchMedia('(prefers-color-scheme: dark)');

/** A chart: its canvas, the figure that it shows of a sample, the figure's format, and the minimum height of its axis. */
class LineChart {
  constructor(id, figure, write, minimum) {
    this.canvas = byId(id);
    this.title = this.canvas.closest('figure').querySelector('figcaption').textContent;
    this.figure = figure;
    this.write = write;
    this.chart = new Chart(this.canvas, {
      type: 'line',
      data: {datasets: [{data: [], borderWidth: 1.5, pointRadius: 0, pointHitRadius: 0, fill: 'origin', spanGaps: false}]},
      options: {
        animation: false, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false,
        interaction: {mode: 'index', axis: 'x', intersect: false},
        plugins: {
          legend: {display: false},
          tooltip: {displayColors: false, callbacks: {
            title: points => points.length ? ago(points[0].parsed.x) : '', label: point => write(point.parsed.y)}}},
        scales: {
          x: {type: 'linear', max: 0, grid: {display: false}, ticks: {maxRotation: 0, callback: ago}},
          y: {beginAtZero: true, suggestedMax: minimum, ticks: {maxTicksLimit: 4, callback: write}}}}
    });
    this.paint();
  }

  /** Uses the colours of the page. */
  paint() {
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue(name).trim();
    const {data, options} = this.chart;
    data.datasets[0].borderColor = colour('--accent');
    data.datasets[0].backgroundColor = colour('--accent-faint');
    for (const axis of Object.values(options.scales)) {
      axis.ticks.color = colour('--quiet');
      axis.border = {color: colour('--line')};
      axis.grid.color = colour('--line');
    }
  }

  draw(samples, now) {
    this.chart.data.datasets[0].data =
      samples.map(sample => ({x: (sample.moment - now) / 1000, y: this.figure(sample) ?? NaN}));
    const age = samples.length ? (now - samples[0].moment) / 1000 : 0;
    const [width, step] = WIDTHS.find(([seconds]) => seconds >= age) || WIDTHS[WIDTHS.length - 1];
    const time = this.chart.options.scales.x;
    time.min = -width;
    time.ticks.stepSize = step;
    this.chart.update('none');
    const last = samples.length ? this.figure(samples[samples.length - 1]) : null;
    this.canvas.setAttribute('aria-label', this.title + ', now ' + (last == null ? 'unknown' : this.write(last)));
  }
}

function ago(x) {
  const minutes = Math.round(-x / 6) / 10;
  return x > -1 ? 'now' : x > -60 ? Math.round(-x) + ' s' : (minutes % 1 ? minutes.toFixed(1) : minutes) + ' min';
}

let samples = [];
const charts = [
  new LineChart('speed-chart', sample => sample.rowsPerSecond, value => whole.format(value), 10),
  new LineChart('lag-chart', sample => sample.lagSeconds, seconds, 0.1),
  new LineChart('behind-chart', sample => sample.behindTransactions, value => whole.format(value), 10)];

const toPoint = sample =>
  ({moment: Date.parse(sample.at), rowsPerSecond: sample.rowsPerSecond, lagSeconds: sample.lagSeconds,
    behindTransactions: sample.behindTransactions});

function draw() {
  // a hidden page leaves the processor to replication
  if (document.hidden) return;
  const now = samples.length ? samples[samples.length - 1].moment : 0;
  charts.forEach(chart => chart.draw(samples, now));
}

/** Shows the samples that the daemon has stored. */
export function showHistory(history) {
  samples = history.map(toPoint);
  draw();
}

/** Adds the sample of one second. */
export function addSample(sample) {
  const next = toPoint(sample);
  samples = samples.filter(one => one.moment > next.moment - SHOWN_SECONDS * 1000 && one.moment < next.moment);
  samples.push(next);
  draw();
}

DARK.addEventListener('change', () => {
  charts.forEach(chart => chart.paint());
  draw();
});
document.addEventListener('visibilitychange', draw);
