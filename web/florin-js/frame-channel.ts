import type { FlorinEventName, FlorinStatus } from '../../sdk/src/florin-js.ts';

/** All but `closed`, of which the frame knows nothing. */
type FrameEventName = Exclude<FlorinEventName, 'closed'>;

interface FrameListener {
  readonly onStatus: (status: FlorinStatus) => void;
  readonly onEvent: (event: FrameEventName) => void;
  readonly onHeight: (height: number) => void;
  readonly onEscape: () => void;
}

const EVENTS: Readonly<Record<FrameEventName, true>> = {
  opened: true,
  wallet_connected: true,
  submitted: true,
  confirmed: true,
};

const STATUSES: Readonly<Record<FlorinStatus, true>> = {
  payable: true,
  proposed: true,
  submitted: true,
  confirmed: true,
  expired: true,
  unavailable: true,
  unknown: true,
  unread: true,
};

/** Higher than any payment; a frame of such a height is none of ours. */
const HEIGHT_MAX = 20_000;

/** Says hello to a frame whenever it has loaded and takes messages of exactly that frame from exactly its host. Returns what ends it. */
export function listenToFrame(
  frame: HTMLIFrameElement,
  origin: string,
  { onStatus, onEvent, onHeight, onEscape }: FrameListener,
): () => void {
  const receive = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source === null || source !== frame.contentWindow || from !== origin) return;
    const { type, status, event, height } = readMessage(data);
    if (type === 'florin:status' && isOneOf(STATUSES, status)) onStatus(status);
    if (type === 'florin:event' && isOneOf(EVENTS, event)) onEvent(event);
    if (type === 'florin:size' && isHeight(height)) onHeight(height);
    if (type === 'florin:close') onEscape();
  };
  // Another page that came to be in the frame does not get it.
  const sayHello = () => frame.contentWindow?.postMessage({ type: 'florin:hello' }, origin);
  addEventListener('message', receive);
  frame.addEventListener('load', sayHello);
  return () => {
    removeEventListener('message', receive);
    frame.removeEventListener('load', sayHello);
  };
}

interface Message {
  readonly type?: unknown;
  readonly status?: unknown;
  readonly event?: unknown;
  readonly height?: unknown;
}

function readMessage(data: unknown): Message {
  return typeof data === 'object' && data !== null ? data : {};
}

function isOneOf<Name extends string>(
  names: Readonly<Record<Name, true>>,
  value: unknown,
): value is Name {
  return typeof value === 'string' && Object.hasOwn(names, value);
}

function isHeight(height: unknown): height is number {
  return typeof height === 'number' && height > 0 && height <= HEIGHT_MAX;
}
