import type { ComponentChildren } from 'preact';
import { TITLE_ID } from '../engine/mount.ts';

interface PageFrameProps {
  /** The name of the state, for tests and styles. */
  readonly at: string;
  /** What says that this is a test; nothing in production. */
  readonly testMode: string | undefined;
  /** What stands above the screen in every state. */
  readonly head: ComponentChildren;
  readonly screen: ComponentChildren;
  /** Nothing where the server alone writes it, below the page. */
  readonly foot?: ComponentChildren;
  /** What a screen reader announces when the state changes by itself; an alarm interrupts it. */
  readonly said: { readonly text: string; readonly alarm: string } | undefined;
}

/** What every page is drawn in: one card, with the screen of its state, and a line below it. */
export function PageFrame({ at, testMode, head, screen, foot, said }: PageFrameProps) {
  return (
    <div class="page">
      {testMode && <p class="test-banner">{testMode}</p>}
      <main class={`card at-${at}`}>
        {head}
        <section aria-labelledby={TITLE_ID}>{screen}</section>
        <p class="unseen" role="status">
          {said?.text}
        </p>
        <p class="unseen" role="alert">
          {said?.alarm}
        </p>
      </main>
      {foot && <footer>{foot}</footer>}
    </div>
  );
}
