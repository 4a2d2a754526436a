import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BACKEND_CLIENT,
  KEY,
  LINKED_CLIENT,
  OTHER_SESSION,
  OWN_PAGE,
  PAGE_CLIENT,
  recordingHost,
  SHOP,
  type TestHost,
  testHost,
  WALLET_SESSION,
} from '../../../tests/support/test-host.ts';

let host: TestHost;
let port: number;
beforeAll(async () => {
  host = await testHost({
    endpoints: [
      recordingHost('anyWay', ['api_key', 'client_id']),
      recordingHost('person', ['session']),
    ],
  });
  port = Number(new URL(await host.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => host[Symbol.asyncDispose]());

/** Sends header lines as they are, also twice; returns the status line. */
const statusOf = (name: string, lines: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    const head = [`POST /${name} HTTP/1.1`, 'host: a', 'content-length: 0', 'connection: close'];
    let answer = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${[...head, ...lines].join('\r\n')}\r\n\r\n`),
    );
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    socket.on('close', () => resolve(answer.slice(9, 12)));
    socket.on('error', reject);
  });

// A header that came twice is not a list to choose from.
describe('headers as they come on the wire', () => {
  it.each([
    ['anyWay', [`x-api-key: ${KEY}`], '200'],
    ['anyWay', [`x-api-key: ${KEY}`, `x-api-key: ${KEY}`], '401'],
    ['anyWay', [`x-api-key: ${KEY}`, 'x-api-key: wrong'], '401'],
    ['anyWay', ['x-api-key:', `x-client-id: ${BACKEND_CLIENT}`], '401'],
    ['anyWay', [`x-client-id: ${BACKEND_CLIENT}`, `x-client-id: ${LINKED_CLIENT}`], '401'],
    ['anyWay', [`x-client-id: ${PAGE_CLIENT}`, `origin: ${SHOP}`, `origin: ${SHOP}`], '403'],
    ['person', [`cookie: session_token=${WALLET_SESSION}`, 'cookie: a=b'], '200'],
    [
      'person',
      [`cookie: session_token=${WALLET_SESSION}`, `cookie: session_token=${OTHER_SESSION}`],
      '401',
    ],
    [
      'person',
      [
        `cookie: session_token=${WALLET_SESSION}`,
        `origin: ${OWN_PAGE}`,
        'origin: https://a.example',
      ],
      '403',
    ],
    ['person', [`X-API-KEY: ${KEY}`], '403'],
  ])('%s with %j answers %s', async (name, lines, status) => {
    expect(await statusOf(name, lines)).toBe(status);
  });
});
