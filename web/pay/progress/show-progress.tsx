import { render } from 'preact';
import { member } from '../../engine/members.ts';
import type { PageState } from '../page-state.ts';
import { Progress } from './progress.tsx';

/** So often the time that is left is read again; it is shown in minutes at most. */
const RENEWED_EVERY_MS = 5_000;

/** Shows another state of the page; undefined where the server has put no place for it. */
const show = openProgress();

/** Shows the progress of the payment in another state of the page. */
export function showProgress(state: PageState): void {
  show?.(state);
}

function openProgress(): ((state: PageState) => void) | undefined {
  const root = document.getElementById('progress');
  const handed: unknown = JSON.parse(root?.dataset['handed'] ?? 'null');
  const [deadlineMs, nowMs] = [member(handed, 'deadlineMs'), member(handed, 'nowMs')];
  if (root === null || typeof deadlineMs !== 'number' || typeof nowMs !== 'number')
    return undefined;
  // The clock of a device may be wrong by hours.
  const aheadMs = Date.now() - nowMs;
  let state: PageState | undefined;
  const paint = () => {
    if (state === undefined) return;
    const now = Date.now() - aheadMs;
    render(<Progress state={state} deadlineMs={deadlineMs} nowMs={now} isLocal={true} />, root);
  };
  setInterval(paint, RENEWED_EVERY_MS);
  return (next) => {
    state = next;
    paint();
  };
}
