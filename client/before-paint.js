// Runs before the first paint, so that the server's page has the reader's theme and nothing that the app would remove.
const read = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
const { dataset } = document.documentElement;

const theme = read('theme');
const preferred = matchMedia('(prefers-contrast: more)').matches ? 'high-contrast' : 'green';
dataset.theme = ['green', 'high-contrast'].includes(theme) ? theme : preferred;

// The server's page is that of a guest. The styles hide what a signed-in user does not have.
if (read('user')) dataset.session = '';

const dismissed = read('dismissedNotice');
if (dismissed) {
  const styles = new CSSStyleSheet();
  styles.replaceSync(`[data-notice="${CSS.escape(dismissed)}"] { display: none }`);
  document.adoptedStyleSheets = [styles];
}

// What the reader presses and types before the app takes over, which repeats it.
const targets = new Set();
const listening = new AbortController();
for (const type of ['click', 'input']) {
  // In the order of the last events: what is typed after Clear Form stays.
  const add = ({ target }) => {
    targets.delete(target);
    targets.add(target);
  };
  addEventListener(type, add, listening);
}
window.earlyInput = { targets, stop: () => listening.abort() };
