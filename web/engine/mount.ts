import { hydrate, render, type VNode } from 'preact';

/** How long a copy button says that it has copied, in milliseconds. */
const COPIED_MS = 2_000;

/** The element that takes the focus when a page comes to another screen. */
export const TITLE_ID = 'place';

/** A page in the element that the server drew it into. */
export interface MountedPage<State> {
  /** Takes over what the server drew. */
  hydrate(): void;
  /** Draws the state again, because what it is drawn with has changed. */
  paint(): void;
  /** Draws another state; on another screen keyboard and screen reader go on at its title. */
  show(state: State, isOtherScreen: boolean): void;
  /** Puts a text into the clipboard, and for a moment says so. Where that is forbidden, nothing happens. */
  copy(text: string): Promise<void>;
}

interface MountParts<State> {
  readonly state: State;
  /** Is given the text that was copied a moment ago, if any. */
  readonly draw: (state: State, copied: string | undefined) => VNode;
  /** The title of the document. */
  readonly titleOf: (state: State) => string;
}

/** Mounts a page; it renders nothing before its first call. */
export function mountPage<State>(root: Element, parts: MountParts<State>): MountedPage<State> {
  let { state } = parts;
  let copied: string | undefined;
  const draw = () => parts.draw(state, copied);
  const paint = () => render(draw(), root);
  return {
    hydrate: () => hydrate(draw(), root),
    paint,
    show(next, isOtherScreen) {
      state = next;
      document.title = parts.titleOf(state);
      paint();
      // The button that was pressed may be gone.
      if (isOtherScreen) document.getElementById(TITLE_ID)?.focus({ preventScroll: true });
    },
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        return;
      }
      copied = text;
      paint();
      setTimeout(() => {
        copied = undefined;
        paint();
      }, COPIED_MS);
    },
  };
}

/** Starts a page in its element, with what the server handed it; without that element nothing happens. */
export function startPage(
  id: string,
  start: (root: HTMLElement, handed: unknown) => Promise<void> | void,
): void {
  const root = document.getElementById(id);
  if (root) void start(root, JSON.parse(root.dataset['handed'] ?? 'null'));
}
