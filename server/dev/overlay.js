// Runs in the pages of `npm run dev`: redraws them after a reload of the schemas, as soon as the page has no unsaved
// changes, and shows problems of the schemas over the page.
const TEXTS = {
  en: {
    changed: 'The schemas have changed.',
    reload: 'Reload',
    close: 'Close',
    stillActive: 'The previous schemas remain active.',
  },
  zh: { changed: '数据模型已更改。', reload: '重新加载', close: '关闭', stillActive: '原数据模型仍然有效。' },
};
const text = (name) => TEXTS[document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'][name];

let version;
let problemBox;
let reloadBar;
let unsavedPoll;

function createElement(name, label, style = {}) {
  const element = document.createElement(name);
  element.textContent = label;
  Object.assign(element.style, style);
  return element;
}

function createButton(label, onClick) {
  const button = createElement('button', label, {
    font: 'inherit',
    color: 'inherit',
    background: 'transparent',
    border: '1px solid currentColor',
    borderRadius: '4px',
    padding: '2px 12px',
    cursor: 'pointer',
  });
  button.type = 'button';
  button.addEventListener('click', onClick);
  return button;
}

// a page with unsaved changes prevents the default of this event
const isUnsaved = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Lets the screens redraw themselves, which is faster than a reload. Pages that do not handle the event are reloaded. */
function redraw() {
  clearInterval(unsavedPoll);
  unsavedPoll = undefined;
  reloadBar?.remove();
  reloadBar = undefined;
  if (window.dispatchEvent(new Event('schemas-changed', { cancelable: true }))) location.reload();
}

/** Redraws the page at once, or after unsaved changes are gone, or when the user clicks the button. */
function redrawWhenSaved() {
  if (!isUnsaved()) return redraw();
  unsavedPoll ??= setInterval(() => {
    if (!isUnsaved()) redraw();
  }, 1000);
  if (reloadBar) return undefined;
  reloadBar = createElement('div', '', {
    position: 'fixed',
    top: '8px',
    left: '50%',
    transform: 'translateX(-50%)',
    zIndex: '100001',
    display: 'flex',
    gap: '12px',
    alignItems: 'center',
    padding: '8px 16px',
    background: '#1f1f1f',
    color: '#fff',
    borderRadius: '6px',
    font: '14px/1.5 sans-serif',
    boxShadow: '0 2px 8px rgb(0 0 0 / 30%)',
  });
  reloadBar.id = 'schemas-changed';
  reloadBar.setAttribute('role', 'status');
  reloadBar.append(
    createElement('span', text('changed')),
    createButton(text('reload'), () => location.reload()),
  );
  document.body.append(reloadBar);
  return undefined;
}

/** @param problems a summary, then one line for each reason */
function showProblems(problems) {
  problemBox?.remove();
  if (problems.length === 0) return;
  problemBox = createElement('section', '', {
    position: 'fixed',
    inset: 'auto 0 0 0',
    maxHeight: '40vh',
    overflow: 'auto',
    zIndex: '100000',
    padding: '12px 24px 16px',
    background: '#1f1f1f',
    color: '#fff',
    borderTop: '4px solid #ff7875',
    font: '13px/1.6 monospace',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  });
  problemBox.id = 'schema-problems';
  problemBox.setAttribute('role', 'alert');
  const [summary, ...reasons] = problems;
  const head = createElement('div', '', {
    display: 'flex',
    gap: '16px',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    position: 'sticky',
    top: '0',
    background: '#1f1f1f',
  });
  head.append(
    createElement('strong', summary, { color: '#ff9c9a' }),
    createButton(text('close'), () => problemBox.remove()),
  );
  problemBox.append(head, ...reasons.map((reason) => createElement('div', reason)));
  // version 0: there are no previous schemas
  if (version > 0) problemBox.append(createElement('div', text('stillActive'), { marginTop: '8px', color: '#bfbfbf' }));
  document.body.append(problemBox);
}

new EventSource('/dev/news').addEventListener('message', ({ data }) => {
  const status = JSON.parse(data);
  const isNew = version !== undefined && version !== status.version;
  version = status.version;
  showProblems(status.problems);
  if (isNew) redrawWhenSaved();
});
