// In the pages of `npm run dev`: has them drawn anew when the schemas came alive, once nothing unsaved is lost by it, and shows what is wrong with the schemas over the page.
const TEXTS = {
  en: {
    changed: 'The schemas have changed.',
    reload: 'Reload',
    close: 'Close',
    goesOn: 'The former schemas go on working.',
  },
  zh: { changed: '数据模型已更改。', reload: '重新加载', close: '关闭', goesOn: '原有数据模型继续有效。' },
};
const text = (name) => TEXTS[document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'][name];

let version;
let box;
let bar;
let waiting;

function element(name, words, style = {}) {
  const made = document.createElement(name);
  made.textContent = words;
  Object.assign(made.style, style);
  return made;
}

function button(words, press) {
  const made = element('button', words, {
    font: 'inherit',
    color: 'inherit',
    background: 'transparent',
    border: '1px solid currentColor',
    borderRadius: '4px',
    padding: '2px 12px',
    cursor: 'pointer',
  });
  made.type = 'button';
  made.addEventListener('click', press);
  return made;
}

// a page that has something to lose says so when it is asked before it goes
const isUnsaved = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** The screens draw themselves anew, which is sooner than a reload; a page of which they are no part is reloaded. */
function redraw() {
  clearInterval(waiting);
  waiting = undefined;
  bar?.remove();
  bar = undefined;
  if (window.dispatchEvent(new Event('schemas-changed', { cancelable: true }))) location.reload();
}

/** Shows what the schemas now say at once, or when nothing is unsaved any more, or when its reader says so. */
function renew() {
  if (!isUnsaved()) return redraw();
  waiting ??= setInterval(() => {
    if (!isUnsaved()) redraw();
  }, 1000);
  if (bar) return undefined;
  bar = element('div', '', {
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
  bar.id = 'schemas-changed';
  bar.setAttribute('role', 'status');
  bar.append(
    element('span', text('changed')),
    button(text('reload'), () => location.reload()),
  );
  document.body.append(bar);
  return undefined;
}

function show(problems) {
  box?.remove();
  if (problems.length === 0) return;
  box = element('section', '', {
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
  box.id = 'schema-problems';
  box.setAttribute('role', 'alert');
  const [summary, ...reasons] = problems;
  const head = element('div', '', {
    display: 'flex',
    gap: '16px',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    position: 'sticky',
    top: '0',
    background: '#1f1f1f',
  });
  head.append(
    element('strong', summary, { color: '#ff9c9a' }),
    button(text('close'), () => box.remove()),
  );
  box.append(head, ...reasons.map((reason) => element('div', reason)));
  // before the very first model there is nothing that could go on
  if (version > 0) box.append(element('div', text('goesOn'), { marginTop: '8px', color: '#bfbfbf' }));
  document.body.append(box);
}

new EventSource('/dev/news').addEventListener('message', ({ data }) => {
  const news = JSON.parse(data);
  const isNew = version !== undefined && version !== news.version;
  version = news.version;
  show(news.problems);
  if (isNew) renew();
});
