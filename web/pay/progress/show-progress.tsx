import { render } from 'preact';
import { member } from '../../engine/members.ts';
import type { PageState } from '../page-state.ts';
import { Progress } from './progress.tsx';
import { type Stages, stagesOf } from './stages.ts';

/** So often the time that is left is read again; it is shown in minutes at most. */
const RENEWED_EVERY_MS = 5_000;

/**
 * Before this the place stays as the server rendered it: what is added is the time zone of the device and the time that is left, and the
 * browser's first look at how a language writes them would delay the first button.
 */
const FIRST_AFTER_MS = 500;

/** Undefined where the server has put no place for it. */
const show = openProgress();

/** Shows the progress of the payment in another state of the page. */
export function showProgress(state: PageState): void {
  show?.(state);
}

function openProgress(): ((state: PageState) => void) | undefined {
  const root = document.getElementById('progress');
  const handed: unknown = JSON.parse(root?.dataset['handed'] ?? 'null');
  const [at, nowMs] = [member(handed, 'deadlineMs'), member(handed, 'nowMs')];
  if (root === null || typeof nowMs !== 'number') return undefined;
  const deadlineMs = typeof at === 'number' ? at : undefined;
  // The clock of a device may be wrong by hours.
  const aheadMs = Date.now() - nowMs;
  let state: PageState | undefined;
  let stages: Stages | undefined;
  let isFirstOver = false;
  const paint = () => {
    if (state === undefined || !isFirstOver) return;
    const now = { nowMs: Date.now() - aheadMs, isLocal: true };
    render(<Progress state={state} stages={stages} deadlineMs={deadlineMs} {...now} />, root);
  };
  setTimeout(() => {
    isFirstOver = true;
    paint();
  }, FIRST_AFTER_MS);
  setInterval(paint, RENEWED_EVERY_MS);
  return (next) => {
    state = next;
    stages = stagesOf(next, stages);
    paint();
  };
}
