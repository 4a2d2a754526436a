import { LimitExceededRpcError, RpcRequestError } from 'viem';
import { describe, expect, it } from 'vitest';
import { hideUrl, isTrouble, NodeFailure } from './failure.ts';
import { nodeName } from './node-name.ts';

const answered = (code: number) =>
  new RpcRequestError({ body: {}, error: { code, message: 'words' }, url: '1' });

describe('what a node answers', () => {
  it('is its failure when it cannot answer, and an answer when the request is wrong', () => {
    expect(isTrouble(new NodeFailure('HTTP 500'))).toBe(true);
    expect(isTrouble(answered(-32_603))).toBe(true);
    expect(isTrouble(new LimitExceededRpcError(answered(-32_005)))).toBe(true);
    expect(isTrouble(answered(3))).toBe(false);
    expect(isTrouble(answered(-32_000))).toBe(false);
  });

  it('is reported without parts of its URL', () => {
    const url = 'https://user:hunter22@abc.node.example/v3/k%2Fey123456?apikey=s3cr3t99';
    const message = `${url} user:hunter22 abc.node.example k/ey123456 s3cr3t99 v3 is wrong`;
    expect(hideUrl(message, url)).toBe('… user:… … … … v3 is wrong');
    expect(hideUrl('x'.repeat(1_000), url)).toHaveLength(301);
  });
});

describe('a node is called', () => {
  it.each([
    ['https://abc-def.quick.example.org/key', '2 (example.org)'],
    ['http://localhost:8545', '2 (localhost)'],
    ['http://10.0.0.7:8545', '2'],
    ['http://[::1]:8545', '2'],
  ])('by its place and its domain: %s', (url, name) => {
    expect(nodeName(url, 2)).toBe(name);
  });
});
