import { describe, expect, it } from 'vitest';
import type { Answer } from '../engine/request.ts';
import type { PageEvent, PageState, StateName } from './page-state.ts';
import { payTokens } from './tokens.ts';
import { initialState, nextState } from './transitions.ts';
import '../wallet/tron/tron-network.ts';

const TOKEN = `lit_${'0123456789abcdef'.repeat(2)}`;
const OWNER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OTHER = `0x${'12'.repeat(20)}`;
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const WALLET = { id: 'example.rabbit', name: 'Rabbit Wallet', icon: undefined };

const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (status: number, code = 'no'): Answer => ({ status, body: { code } });
const away: Answer = { status: 0, body: undefined };

const session = ok({ walletAddress: OWNER, walletFamily: 'evm' });
const destination = { walletAddress: OWNER, tokenAddress: USDC, chainId: 8453 };
const invitation = ok({
  clientIdName: 'Fruit stall',
  orchestratorName: 'Market Stalls Ltd',
  allowedDomains: ['https://fruit.example', 7],
  kytRequired: true,
  kyt: null,
});

/** An address on Tron; whose does not matter here. */
const ON_TRON = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8';
const TRON_CHAIN = 728_126_428;
const USDT_ON_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const tronSession = ok({ walletAddress: ON_TRON, walletFamily: 'tron' });
const tronDestination = {
  walletAddress: ON_TRON,
  tokenAddress: USDT_ON_TRON,
  chainId: TRON_CHAIN,
};

const opened = (answer: Answer) => ({ type: 'opened', answer }) as const;
const read = (found: unknown = null, answer: Answer = invitation): PageEvent => ({
  type: 'read',
  invitation: answer,
  destination: ok(found),
});
const chosen: readonly PageEvent[] = [
  { type: 'chosen', choices: { networkId: 'base' } },
  { type: 'chosen', choices: { currencyId: 'USDC-base' } },
];
const linked: Answer = { status: 201, body: { ok: true, clientId: 'cli_1' } };

function walk(...events: readonly PageEvent[]): PageState {
  return events.reduce(nextState, initialState(TOKEN));
}

const toForm = [opened(session), read()];
const toSaving = [...toForm, ...chosen, { type: 'save' } as const];
const toConsent = [opened(session), read(destination), { type: 'keep' } as const];
const toLinking = [...toConsent, { type: 'agree' } as const];

describe('the page opens', () => {
  it.each<readonly [string, StateName]>([
    ['', 'empty'],
    [TOKEN, 'opening'],
    [TOKEN.toUpperCase(), 'unknown'],
    [`${TOKEN}0`, 'unknown'],
    ['lit_', 'unknown'],
  ])('with %j', (...row) => {
    const [token, stateName] = row;
    expect(initialState(token).at).toBe(stateName);
  });
});

describe('who is signed in', () => {
  it.each<readonly [string, Answer, StateName]>([
    ['no user', refused(401), 'connect'],
    ['a wallet', session, 'reading'],
    ['an email address', ok({ walletAddress: null, email: 'a@b.example' }), 'other_login'],
    ['a Tron wallet', tronSession, 'reading'],
    ['unknown, the service is away', away, 'unreachable'],
    ['unknown, the service failed', refused(503), 'unreachable'],
    ['unknown, the service is busy', { ...refused(429), retryAfterS: 7 }, 'limited'],
  ])('is %s', (...row) => {
    const [, answer, stateName] = row;
    expect(walk(opened(answer)).at).toBe(stateName);
  });

  it('is nobody under an address with a wrong checksum', () => {
    const mistyped = walk({ ...opened(tronSession), isMistyped: true });
    expect(mistyped).toMatchObject({ at: 'connect', notice: 'wrong_checksum' });
    const before = walk({ ...opened(refused(401)), isMistyped: true });
    expect(before).toEqual(walk(opened(refused(401))));
  });

  it('is polled again after an outage, at growing intervals', () => {
    let state = walk(opened(away));
    const waits: number[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      if (state.at === 'unreachable') waits.push(state.waitS);
      state = nextState(nextState(state, { type: 'retry' }), opened(away));
    }
    expect(waits).toEqual([2, 4, 8, 16, 30, 30]);
  });

  it('waits as long as the service requires', () => {
    expect(walk(opened({ ...refused(429), retryAfterS: 7 }))).toMatchObject({ waitS: 7 });
  });
});

describe('signing in', () => {
  const toSigning: readonly PageEvent[] = [
    opened(refused(401)),
    { type: 'wallet_picked', wallet: WALLET },
    { type: 'connected', address: OWNER, chainId: 1 },
  ];

  it('ends with reading who is signed in', () => {
    expect(walk(...toSigning, { type: 'signed_in' }).at).toBe('opening');
  });

  it.each<readonly [PageEvent, object]>([
    [
      { type: 'sign_in_failed', notice: 'declined' },
      { at: 'connect', notice: 'declined' },
    ],
    [{ type: 'back' }, { at: 'connect' }],
    [
      { type: 'distrusted', problem: 'host' },
      { at: 'untrusted', problem: 'host' },
    ],
  ])('may end otherwise: %j', (...row) => {
    const [event, stateName] = row;
    expect(walk(...toSigning, event)).toMatchObject(stateName);
  });

  it('does not listen to a wallet that answers after the owner went back', () => {
    expect(walk(...toSigning, { type: 'back' }, { type: 'signed_in' }).at).toBe('connect');
  });
});

describe('reading', () => {
  it.each<readonly [string, PageEvent, object]>([
    ['no destination', read(), { at: 'destination', current: undefined }],
    ['a destination', read(destination), { at: 'destination', current: destination }],
    [
      'a destination of another wallet',
      read({ ...destination, walletAddress: OTHER }),
      { at: 'destination', current: undefined },
    ],
    ['an end of the session', read(null, refused(401)), { at: 'connect', notice: 'idled_out' }],
    ['an unknown invitation', read(null, refused(404)), { at: 'unknown' }],
    ['a used one', read(null, refused(403, 'LINK_INTENT_USED')), { at: 'used' }],
    ['an expired one', read(null, refused(403, 'LINK_INTENT_EXPIRED')), { at: 'expired' }],
    [
      'a session of no wallet',
      read(null, refused(403, 'wallet_session_required')),
      { at: 'other_login' },
    ],
    ['an outage', read(null, away), { at: 'unreachable' }],
    ['something that is no invitation', read(null, ok({})), { at: 'unreachable' }],
  ])('finds %s', (...row) => {
    const [, event, stateName] = row;
    expect(walk(opened(session), event)).toMatchObject(stateName);
  });

  it('takes of an invitation what has its form', () => {
    expect(walk(opened(session), read())).toMatchObject({
      invitation: {
        allowedDomains: ['https://fruit.example'],
        choosesScreening: true,
        screening: [],
      },
    });
  });

  it('offers a wallet of an unknown kind nothing', () => {
    const other = opened(ok({ walletAddress: 'bc1qowner', walletFamily: 'other' }));
    expect(walk(other, read()).at).toBe('other_login');
    const own = { walletAddress: 'bc1qowner', tokenAddress: 'token', chainId: 1 };
    expect(walk(other, read(own))).toMatchObject({ at: 'destination', current: own });
    expect(walk(other, read(own), { type: 'change' })).toMatchObject({ changing: false });
  });
});

describe('the destination of a Tron wallet', () => {
  const toTronForm = [opened(tronSession), read()];
  const onTron = {
    type: 'chosen',
    choices: { networkId: 'tron', currencyId: 'USDT-tron' },
  } as const;
  const toTronSaving = [...toTronForm, onTron, { type: 'save' } as const];

  it('is saved with a currency of Tron, and with no other', () => {
    expect(walk(...toTronSaving).at).toBe('saving');
    expect(walk(...toTronForm, ...chosen, { type: 'save' })).toMatchObject({
      at: 'destination',
      choices: { currencyId: '' },
    });
    expect(walk(...toForm, onTron, { type: 'save' }).at).toBe('destination');
  });

  it('is shown and may be changed where there is one', () => {
    const form = walk(opened(tronSession), read(tronDestination), { type: 'change' });
    expect(form).toMatchObject({ at: 'destination', current: tronDestination, changing: true });
  });

  it('is not chosen before the wallet that is now signed in could be', () => {
    const idle: PageEvent = { type: 'saved', answer: refused(401) };
    const again: readonly PageEvent[] = [
      { type: 'wallet_picked', wallet: WALLET },
      { type: 'connected', address: ON_TRON, chainId: TRON_CHAIN },
      { type: 'signed_in' },
    ];
    const other = walk(...toSaving, idle, ...again, opened(tronSession), read());
    expect(other.choices).toMatchObject({ networkId: '', currencyId: '' });
    const same = walk(...toSaving, idle, ...again, opened(session), read());
    expect(same.choices).toMatchObject({ networkId: 'base', currencyId: 'USDC-base' });
  });

  it.each<readonly [string, object, object]>([
    ['as requested', {}, { at: 'consent', destination: tronDestination }],
    [
      'for a wallet in another case',
      { walletAddress: ON_TRON.toLowerCase() },
      { at: 'destination', notice: 'destination_differs' },
    ],
    [
      'for the same wallet in its hexadecimal form',
      { walletAddress: '0x3487b63d30b5b2c87fb7ffa8bcfade38eaac1abe' },
      { at: 'destination', notice: 'destination_differs' },
    ],
    [
      'with a token in another case',
      { tokenAddress: USDT_ON_TRON.toUpperCase() },
      { at: 'destination', notice: 'destination_differs' },
    ],
    ['on another chain', { chainId: 1 }, { at: 'destination', notice: 'destination_differs' }],
  ])('is saved %s', (...row) => {
    const [, changes, stateName] = row;
    const answer = { status: 201, body: { ...tronDestination, ...changes } };
    expect(walk(...toTronSaving, { type: 'saved', answer })).toMatchObject(stateName);
  });
});

describe('a destination', () => {
  it('is saved once network and currency are chosen and go together', () => {
    expect(walk(...toForm, { type: 'save' }).at).toBe('destination');
    expect(walk(...toSaving).at).toBe('saving');
    const moved = { type: 'chosen', choices: { networkId: 'sepolia' } } as const;
    expect(walk(...toForm, ...chosen, moved, { type: 'save' }).at).toBe('destination');
  });

  it.each<readonly [string, Answer, object]>([
    ['as requested', { status: 201, body: destination }, { at: 'consent', destination }],
    [
      'with another token than the requested one',
      { status: 201, body: { ...destination, tokenAddress: OTHER } },
      { at: 'destination', notice: 'destination_differs' },
    ],
    [
      'for another wallet',
      { status: 201, body: { ...destination, walletAddress: OTHER } },
      { at: 'destination', notice: 'destination_differs' },
    ],
    ['not', refused(400), { at: 'destination', notice: 'destination_refused' }],
    ['not, the service is away', away, { at: 'destination', notice: 'unreachable' }],
    ['not, the session is over', refused(401), { at: 'connect', notice: 'idled_out' }],
    [
      'not, it is no wallet’s session',
      refused(403, 'wallet_session_required'),
      { at: 'other_login' },
    ],
  ])('is saved %s', (...row) => {
    const [, answer, stateName] = row;
    expect(walk(...toSaving, { type: 'saved', answer })).toMatchObject(stateName);
  });

  it('may be changed from the consent, and kept after all', () => {
    const form = walk(...toConsent, { type: 'change' });
    expect(form).toMatchObject({ at: 'destination', changing: true, current: destination });
    expect(nextState(form, { type: 'keep' })).toMatchObject({ at: 'consent', destination });
  });

  it('is in a currency that destinations can have', () => {
    const all = { networks: { sepolia: {}, mainnet: {}, tron: {} } };
    const idsFor = (wallet: string) => payTokens(all, wallet).map(({ currencyId }) => currencyId);
    expect(idsFor(ON_TRON)).toEqual(['USDC-tron', 'USDT-tron']);
    expect(payTokens({ networks: { base: {} } }, ON_TRON)).toEqual([]);
    expect(idsFor(OWNER)).toEqual([
      'USDC-mainnet',
      'USDT-mainnet',
      'USDC-sepolia',
      'USDT-sepolia',
      'FAU-sepolia',
    ]);
  });
});

describe('consent', () => {
  it.each<readonly [string, Answer, object]>([
    ['links', linked, { at: 'done', clientId: 'cli_1', orchestratorName: 'Market Stalls Ltd' }],
    ['comes too late', refused(403, 'LINK_INTENT_EXPIRED'), { at: 'expired' }],
    ['comes second', refused(403, 'LINK_INTENT_USED'), { at: 'used' }],
    ['finds no invitation', refused(404, 'LINK_INTENT_NOT_FOUND'), { at: 'unknown' }],
    ['finds the session over', refused(401), { at: 'connect', notice: 'idled_out' }],
    [
      'finds no destination',
      refused(400, 'no_destination'),
      { at: 'destination', current: undefined },
    ],
    ['is refused', refused(400, 'kyt_required'), { at: 'consent', notice: 'refused' }],
    ['does not arrive', away, { at: 'consent', notice: 'unreachable' }],
    ['is answered with nothing', ok({}), { at: 'consent', notice: 'refused' }],
  ])('%s', (...row) => {
    const [, answer, stateName] = row;
    expect(walk(...toLinking, { type: 'linked', answer })).toMatchObject(stateName);
  });

  it('keeps what was chosen over a new sign-in', () => {
    const screening = { type: 'chosen', choices: { screening: 'hypernative' } } as const;
    const again = walk(...toLinking, screening, { type: 'linked', answer: refused(401) });
    expect(again.choices.screening).toBe('hypernative');
  });
});

describe('leaving', () => {
  it.each<readonly [Answer, object]>([
    [ok({}), { at: 'connect' }],
    [refused(401), { at: 'connect' }],
    [away, { at: 'connect', notice: 'not_signed_out' }],
  ])('ends where one signs in: %j', (...row) => {
    const [answer, stateName] = row;
    expect(walk(...toConsent, { type: 'leave' }, { type: 'left', answer })).toMatchObject(
      stateName,
    );
  });

  it('is not possible while a link is made', () => {
    expect(walk(...toLinking, { type: 'leave' }).at).toBe('linking');
  });
});

describe('a tab that has seen the end', () => {
  it('shows it again instead of a request', () => {
    const kept = { clientId: 'cli_1', clientIdName: 'Fruit stall', orchestratorName: 'Stalls' };
    expect(walk({ type: 'remembered', linked: kept })).toMatchObject({ at: 'done', ...kept });
  });
});
