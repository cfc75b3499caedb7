/**
 * First script of the page. It lets the browser paint the server-rendered screen before it loads the app,
 * which takes longer than one frame. The fonts come last (main.tsx).
 */

import '../styles/styles.css';
import { listsAt } from '#domain/first-screen/page-lists.ts';
import { basePath } from '../delivered/base.ts';
import { prefetchLists } from '../delivered/prefetched.ts';
import { partAt } from '../routes/page-modules.ts';
import { keepTrying } from '../ui/loading/keep-trying.ts';

/** Whether the browser is too old for the app. public/too-old.js runs earlier and sets this attribute. */
const isTooOld = document.documentElement.hasAttribute('data-too-old');
if (!isTooOld) document.getElementById('too-old')?.remove();

const here = location.pathname.slice(basePath.length);
const [slug = ''] = here.split('/');
const isSeen = document.visibilityState === 'visible';
const isDrawn = document.querySelector('.host-drawn') !== null;
/** Whether the address asks for a past moment. Lists of the present are of no use then. */
const isPast = location.search.includes('at=');
if (isSeen && !isTooOld && !isPast) prefetchLists(slug, listsAt(here));

function load(): void {
  void keepTrying(() => import('./main.tsx'));
  // Loaded in parallel to the app, which imports the same module.
  if (isSeen)
    partAt(here)
      ?.load()
      .catch(() => undefined);
}

/**
 * Maximum milliseconds to wait for the first paint. A covered window paints nothing, although its
 * `visibilityState` is `visible`.
 */
const longestWait = 250;

function afterFirstPaint(then: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    observer.disconnect();
    then();
  };
  const observer = new PerformanceObserver(once);
  observer.observe({ type: 'paint', buffered: true });
  setTimeout(once, longestWait);
}

if (isTooOld) {
  // The notice about the old browser stays, and the app is not loaded.
} else if (isDrawn && isSeen) afterFirstPaint(load);
else load();
