// In the pages of `npm run dev`: reloads them when the schemas came alive, and shows what is wrong with them over the page.
let version;
let box;

function show(problems) {
  box?.remove();
  if (problems.length === 0) return;
  box = document.createElement('section');
  box.id = 'schema-problems';
  box.setAttribute('role', 'alert');
  Object.assign(box.style, {
    position: 'fixed', inset: 'auto 0 0 0', maxHeight: '60vh', overflow: 'auto', zIndex: '100000', padding: '16px 24px',
    background: '#1f1f1f', color: '#fff', borderTop: '4px solid #ff7875', font: '13px/1.6 monospace', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere',
  });
  for (const [index, problem] of problems.entries()) {
    const line = document.createElement('div');
    line.textContent = problem;
    if (index === 0) Object.assign(line.style, { fontWeight: 'bold', color: '#ff9c9a' });
    box.append(line);
  }
  document.body.append(box);
}

new EventSource('/dev/news').addEventListener('message', ({ data }) => {
  const news = JSON.parse(data);
  if (version !== undefined && version !== news.version) location.reload();
  version = news.version;
  show(news.problems);
});
