import type { Florin, FlorinOptions, FlorinStatus, ShownPayment } from '../../sdk/src/florin-js.ts';
import { listenToFrame } from './frame-channel.ts';
import { drawFrame, drawModal, type Shown, type ShownLabels } from './frame-display.ts';
import { labelsIn } from './labels.ts';

/** How long the frame may stay silent before a way around it is offered, in milliseconds: a browser may refuse it. */
const SILENCE_MS = 4_000;
/** And before it counts as refused: on a slow line it is shown long before its script has come. */
const ABSENCE_MS = 12_000;

/** Opens the script's interface for links of the host that the script was loaded from. */
export function openFlorin(source: string): Florin {
  return {
    origin: URL.canParse(source) ? new URL(source).origin : '',
    open: (link, options = {}) =>
      show(options, (labels, onClose) => {
        const addresses = addressesOf(link, source, options);
        return { ...addresses, shown: drawModal({ ...addresses, labels, onClose }) };
      }),
    mount: (element, link, options = {}) =>
      show(options, (labels) => {
        const addresses = addressesOf(link, source, options);
        return { ...addresses, shown: drawFrame({ ...addresses, labels, element }) };
      }),
  };
}

interface Addresses {
  /** Of the frame. */
  readonly frameUrl: string;
  /** Of the pay page, where the frame does not appear. */
  readonly pageUrl: string;
}

interface Display extends Addresses {
  readonly shown: Shown;
}

function show(
  { onEvent, ...options }: FlorinOptions,
  draw: (labels: ShownLabels, onClose: () => void) => Display,
): ShownPayment {
  let status: FlorinStatus = 'unread';
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    stopWaiting();
    stopListening();
    shown.remove();
    onEvent?.({ event: 'closed', status });
  };
  const { shown, frameUrl } = draw(labelsOf(options), close);
  const timers = [setTimeout(shown.offerPage, SILENCE_MS), setTimeout(shown.hideFrame, ABSENCE_MS)];
  const stopWaiting = () => timers.forEach(clearTimeout);
  const stopListening = listenToFrame(shown.frame, new URL(frameUrl).origin, {
    onStatus(next) {
      stopWaiting();
      shown.showFrame();
      status = next;
    },
    onEvent: (event) => onEvent?.({ event, status }),
    onHeight: shown.setHeight,
    onEscape: () => {
      if (shown.isModal) close();
    },
  });
  return {
    get status() {
      return status;
    },
    close,
  };
}

/** They stand in the shop's page, and so are in its language where the shop names none. Whose own texts are in which language we do not know. */
function labelsOf({ lang, labels = {} }: FlorinOptions): ShownLabels {
  const { language, ...known } = labelsIn([
    lang,
    document.documentElement.lang,
    ...navigator.languages,
  ]);
  const isOurs = Object.keys(labels).length === 0;
  return { ...known, ...labels, language: isOurs ? language : '' };
}

/** A link of another host than the script's is a mistake, or somebody else's. */
function addressesOf(link: string, source: string, { lang }: FlorinOptions): Addresses {
  if (!URL.canParse(source)) {
    throw new TypeError(
      'Load florin.js by a script element without type="module", from the pay host.',
    );
  }
  const { origin } = new URL(source);
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (url?.origin !== origin || !url.searchParams.get('token')) {
    throw new TypeError(
      `The link must be a payment link of ${origin}, which florin.js was loaded from.`,
    );
  }
  if (lang) url.searchParams.set('lang', lang);
  const pageUrl = url.href;
  url.pathname = '/embed/';
  return { frameUrl: url.href, pageUrl };
}
