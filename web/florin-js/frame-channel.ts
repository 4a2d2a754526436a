interface FrameListener {
  readonly onStatus: (status: string) => void;
  readonly onEvent: (event: string) => void;
  readonly onHeight: (height: number) => void;
  readonly onEscape: () => void;
}

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
    if (type === 'florin:status' && typeof status === 'string') onStatus(status);
    if (type === 'florin:event' && typeof event === 'string') onEvent(event);
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

function isHeight(height: unknown): height is number {
  return typeof height === 'number' && height > 0 && height <= HEIGHT_MAX;
}
