import type { FlorinLabels } from '../../sdk/src/florin-js.ts';

/** A frame in the shop's page. */
export interface Shown {
  readonly frame: HTMLIFrameElement;
  readonly isModal: boolean;
  /** Offers the pay page itself in place of a frame that does not appear. */
  offerPage(): void;
  /** Removes what stays empty; the way around it is offered already. */
  hideFrame(): void;
  /** Shows the frame again, which has appeared after all. */
  showFrame(): void;
  setHeight(height: number): void;
  remove(): void;
}

/** The texts around the frame, and their language; an empty one where that is not known. */
export interface ShownLabels extends FlorinLabels {
  readonly language: string;
}

interface FrameParts {
  readonly frameUrl: string;
  readonly pageUrl: string;
  readonly labels: ShownLabels;
}

/**
 * Neither style elements nor attributes: a shop's policy may forbid both, and none forbids this. In a shadow, so that the
 * shop's own styles do not reach it, nor these the shop's page.
 */
const STYLE = `
:host { display: block; }
iframe { display: block; width: 100%; height: 36rem; border: 0; }
a { display: block; padding: 1rem; text-align: center; font: 600 1rem/1.5 system-ui, sans-serif; color: inherit; }
[hidden] { display: none; }
dialog {
  box-sizing: border-box; width: min(30rem, 100vw - 1rem); max-width: none; max-height: calc(100dvh - 1rem);
  padding: 0; border: 0; border-radius: 1rem; overflow: hidden auto;
  background: #fff; color: #16211d; box-shadow: 0 1rem 4rem rgb(0 0 0 / 35%);
}
dialog::backdrop { background: rgb(0 0 0 / 55%); }
.bar { display: flex; justify-content: end; }
button {
  min-width: 3rem; min-height: 3rem; padding: 0 1rem; border: 0; background: none; color: inherit;
  font: 600 1rem/1.5 system-ui, sans-serif; cursor: pointer;
}
:is(a, button):focus-visible { outline: 3px solid #1a5fd0; outline-offset: -4px; border-radius: 1rem; }
@media (prefers-color-scheme: dark) {
  dialog { background: #181f1d; color: #e9efec; }
  :is(a, button):focus-visible { outline-color: #8fb8ff; }
}
`;

/** Draws the frame within an element of the shop's page. */
export function drawFrame({
  element,
  ...parts
}: FrameParts & { readonly element: Element }): Shown {
  const { host, shadow } = makeHost(parts);
  const { frame, page, ...rest } = makeFrame(parts);
  shadow.append(frame, page);
  element.append(host);
  return { ...rest, frame, isModal: false, remove: () => host.remove() };
}

/** Draws the frame above the shop's page, and gives the focus back where it was. */
export function drawModal({
  onClose,
  ...parts
}: FrameParts & { readonly onClose: () => void }): Shown {
  const { host, shadow } = makeHost(parts);
  const { frame, page, ...rest } = makeFrame(parts);
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', parts.labels.title);
  const bar = document.createElement('div');
  bar.className = 'bar';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = parts.labels.close;
  button.addEventListener('click', onClose);
  bar.append(button);
  dialog.append(bar, frame, page);
  dialog.addEventListener('close', onClose);
  // The dialog itself is hit only beside what is in it.
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) onClose();
  });
  shadow.append(dialog);
  const before = document.activeElement;
  document.body.append(host);
  dialog.showModal();
  return {
    ...rest,
    frame,
    isModal: true,
    remove() {
      host.remove();
      if (before instanceof HTMLElement) before.focus();
    },
  };
}

function makeHost({ labels }: FrameParts) {
  const host = document.createElement('div');
  if (labels.language) host.lang = labels.language;
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  shadow.adoptedStyleSheets = [sheet];
  return { host, shadow };
}

function makeFrame({ frameUrl, pageUrl, labels }: FrameParts) {
  const frame = document.createElement('iframe');
  frame.title = labels.title;
  frame.referrerPolicy = 'no-referrer';
  frame.src = frameUrl;
  const page = document.createElement('a');
  page.href = pageUrl;
  page.target = '_blank';
  page.rel = 'noopener noreferrer';
  page.textContent = labels.open;
  page.hidden = true;
  return {
    frame,
    page,
    offerPage() {
      page.hidden = false;
    },
    hideFrame() {
      // It goes on loading, and would leave an empty space as high as a payment.
      frame.hidden = true;
    },
    showFrame() {
      page.hidden = true;
      frame.hidden = false;
    },
    setHeight(height: number) {
      frame.style.height = `${height}px`;
    },
  };
}
