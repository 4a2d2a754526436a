import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** One client of a WebSocket server, in texts. */
export interface Peer {
  send(text: string): void;
  close(): void;
}

/** What a server does with its clients. */
interface PeerHandler {
  onText(text: string): void;
  onClose(): void;
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10];

/**
 * A WebSocket server on loopback for texts in single frames, as clients here send them (RFC 6455).
 *
 * @param accept - who a client is, by the URL that it opened; undefined refuses it
 */
export async function startWebSocketServer(
  accept: (url: URL, peer: Peer) => PeerHandler | undefined,
): Promise<AsyncDisposable & { readonly port: number; closeAll(): void }> {
  const sockets = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(426).end());
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const peer: Peer = {
      send: (text) => socket.write(frameOf(TEXT, Buffer.from(text))),
      close: () => socket.end(frameOf(CLOSE, Buffer.alloc(0))),
    };
    const handler = accept(new URL(request.url ?? '/', 'ws://localhost'), peer);
    if (handler === undefined) return socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
    const key = createHash('sha1')
      .update(`${request.headers['sec-websocket-key']}${GUID}`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${key}\r\n\r\n`,
    );
    socket.on('close', () => handler.onClose());
    readFrames(socket, (kind, payload) => {
      if (kind === TEXT) handler.onText(payload.toString('utf8'));
      if (kind === PING) socket.write(frameOf(PONG, payload));
      if (kind === CLOSE) peer.close();
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    closeAll,
    [Symbol.asyncDispose]: async () => {
      closeAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function frameOf(kind: number | undefined, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x80 | (kind ?? 0);
  if (head.length === 2) head[1] = length;
  if (head.length === 4) {
    head[1] = 126;
    head.writeUInt16BE(length, 2);
  }
  if (head.length === 10) {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

/** Frames of clients, which are masked; one may come in several pieces. */
function readFrames(socket: Duplex, onFrame: (kind: number, payload: Buffer) => void): void {
  let waiting = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes]);
    for (;;) {
      const frame = firstFrame(waiting);
      if (frame === undefined) return;
      waiting = waiting.subarray(frame.bytes);
      onFrame(frame.kind, frame.payload);
    }
  });
}

function firstFrame(bytes: Buffer) {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const maskAt = 2 + lengthBytes;
  if (bytes.length < maskAt + 4) return undefined;
  const length =
    lengthBytes === 2
      ? bytes.readUInt16BE(2)
      : lengthBytes === 8
        ? Number(bytes.readBigUInt64BE(2))
        : short;
  const end = maskAt + 4 + length;
  if (bytes.length < end) return undefined;
  const mask = bytes.subarray(maskAt, maskAt + 4);
  const payload = bytes.subarray(maskAt + 4, end);
  const bare = Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
  return { kind: first & 0x0f, payload: bare, bytes: end };
}
