import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readHypernativeAlert } from './hypernative-alert.ts';

const pair = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const vendor = pair();
const other = pair();
const textOf = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');
const KEYS = [textOf(vendor.publicKey)];

const [PAYER, WATCHED, ASSET] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`);
const ALERT = {
  riskInsight: { id: 'M0OFLUXEDDV4', involvedAssets: [{ address: PAYER, type: 'Wallet' }] },
  watchlists: [{ id: 632, assets: [{ chain: 'ethereum', address: WATCHED }] }],
  triggeredAssets: [{ address: ASSET }, { address: null, name: '1inch core' }, { address: PAYER }],
};

const signed = (data: string, key: KeyObject = vendor.privateKey) =>
  sign('sha256', Buffer.from(data), key).toString('base64');
const request = (body: unknown) => ({ rawBody: Buffer.from(JSON.stringify(body)), headers: {} });
const read = (body: unknown, keys = KEYS) => readHypernativeAlert(request(body), keys);

describe('an alert of Hypernative', () => {
  it('names the wallets that it is about, each once, and not all that are watched', () => {
    const data = JSON.stringify(ALERT);
    const { addresses } = read({ id: 'one', data, digitalSignature: signed(data) });
    expect(addresses).toEqual([PAYER, ASSET]);
  });

  it('is the same whatever id it is sent with, and another with other content', () => {
    const data = JSON.stringify(ALERT);
    const changed = `${data} `;
    const [one, two, three] = [
      read({ id: 'one', data, digitalSignature: signed(data) }),
      read({ id: 'two', data, digitalSignature: signed(data) }),
      read({ id: 'one', data: changed, digitalSignature: signed(changed) }),
    ];
    expect(one.signed).toEqual(two.signed);
    expect(one.signed).not.toEqual(three.signed);
  });

  it('is verified by each key while one is being replaced', () => {
    const data = JSON.stringify(ALERT);
    const body = { id: 'one', data, digitalSignature: signed(data, other.privateKey) };
    expect(() => read(body)).toThrow('signature');
    expect(read(body, [...KEYS, textOf(other.publicKey)]).addresses).toContain(PAYER);
  });

  const data = JSON.stringify(ALERT);
  it.each([
    ['no signature', { id: 'one', data }],
    ['an empty signature', { id: 'one', data, digitalSignature: '' }],
    ['a signature of no form', { id: 'one', data, digitalSignature: '****' }],
    ['a signature by another key', { data, digitalSignature: signed(data, other.privateKey) }],
    ['a signature over other content', { data: `${data} `, digitalSignature: signed(data) }],
    ['content that is no text', { data: ALERT, digitalSignature: signed(data) }],
    ['nothing', {}],
    ['a list', []],
  ])('is refused with %s', (_what, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ status: 401 }));
  });

  it.each([
    ['no JSON', '{'],
    ['another shape', '{"riskInsight":1}'],
    ['no insight', '{}'],
  ])('is refused with %s, though it is signed', (_what, text) => {
    expect(() => read({ id: 'one', data: text, digitalSignature: signed(text) })).toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });
});
