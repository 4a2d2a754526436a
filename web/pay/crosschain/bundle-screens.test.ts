import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { bundleQuote, QUOTED_VIEW } from '../../../tests/support/bundle-quote.ts';
import { PAYEE, PAYER } from '../../../tests/support/route-sample.ts';
import { pageFrame } from '../sample-frame.ts';
import { Together } from './bundle-apart.tsx';
import { readBlocked, readBundleChildren } from './bundle-children.ts';
import { endedTitle, followedChildren } from './bundle-following.tsx';
import { BundleScreen, type BundleScreenProps, keyOf } from './bundle-screens.tsx';

/** The text of rendered screens. */
function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const quote = bundleQuote();
const { plan, source } = quote;

/** A screen of a bundle of two children on Base, as plain text. */
function textOf(bundle: BundleScreenProps['bundle'], changes: Partial<BundleScreenProps> = {}) {
  const still = () => undefined;
  const props: BundleScreenProps = {
    bundle,
    due: readBundleChildren(QUOTED_VIEW) ?? [],
    payments: readBlocked(QUOTED_VIEW),
    payer: {
      wallet: { id: 'wallet', name: 'Wallet', icon: undefined },
      address: PAYER,
      chainId: 42_161,
    },
    isApart: false,
    read: new Map(),
    frame: pageFrame(['base', 'arbitrum-one']),
    onPick: still,
    onChoose: still,
    onGo: still,
    onFollow: still,
    onLeave: still,
    ...changes,
  };
  return plainText(render(h(BundleScreen, props)));
}

describe('the choice of a token for a bundle', () => {
  it('says of a token that was tried what it takes, and whether the wallet has it', () => {
    expect(textOf({ at: 'choose' })).toContain('USDC on Arbitrum One USDT on Arbitrum One Choose');
    const read = new Map([[keyOf(source), plan]]);
    const known = '20.20 USDT in all when last read, 0.20 USDT of it for the transfers';
    expect(textOf({ at: 'choose' }, { read })).toContain(`USDT on Arbitrum One ${known} Choose`);
    const short = new Map([[keyOf(source), { ...plan, hasEnoughBalance: false }]]);
    expect(textOf({ at: 'choose' }, { read: short })).toContain(`${known}. This wallet has less.`);
  });

  it('says that a bundle has too many payments for another network', () => {
    const text = textOf({ at: 'choose', notice: 'too_many' });
    expect(text).toContain('more payments than can be made from another network at once');
  });
});

describe('the bill of a bundle from another network', () => {
  const reviewed = (networkFee: string | undefined, networkFeeUsd?: string) => ({
    at: 'review' as const,
    quote: { ...quote, plan: { ...plan, networkFee, networkFeeUsd } },
    sent: [],
  });

  it('counts what is left out, and has no button before that is ticked', () => {
    const children = [...QUOTED_VIEW.children, { blockReason: 'secure_payment_expired' }];
    const text = textOf(reviewed(undefined), { payments: readBlocked({ children }) });
    expect(text).toContain('1 of 3 payments will be left out');
    expect(text).not.toContain('This price is good for');
    const whole = textOf(reviewed(undefined));
    expect(whole).toContain('This price is good for');
    expect(whole).not.toContain('left out');
  });

  it('names the network fee there, where the API has estimated it', () => {
    const bill = textOf(reviewed('0.0021'));
    expect(bill).toContain('Network fee on Arbitrum One, about 0.0021 ETH');
    expect(bill).not.toContain('US$');
    expect(textOf(reviewed('0.0021', '6.72'))).toContain('about 0.0021 ETH (US$6.72)');
    expect(bill).toContain('You pay on Arbitrum One 20.20 USDT');
    expect(textOf(reviewed(undefined))).not.toContain('Network fee');
  });

  it('names the recipients where nothing above it does', () => {
    expect(textOf(reviewed(undefined))).not.toContain(PAYEE);
    expect(textOf(reviewed(undefined), { isApart: true })).toContain(`Base ${PAYEE}`);
  });
});

describe('what the wallet asks for while a bundle is signed', () => {
  it.each([
    ['an approval', 0, 'Your wallet asks to allow 20.20 USDT.'],
    ['the payment of a child', 1, 'Your wallet asks to send 10.10 USDT.'],
  ])('names the amount of %s', (_what, signed, text) => {
    const left = quote.left.slice(signed);
    const busy = { at: 'busy', doing: 'signing', quote: { ...quote, left }, sent: [] } as const;
    expect(textOf(busy)).toContain(text);
    expect(textOf({ ...busy, doing: 'switching' })).not.toContain('asks to');
  });
});

describe('paying all of a bundle that no one network can pay', () => {
  const child = (network: string, executable = true) => ({
    executable,
    context: { network, currency: `USDC-${network}` },
  });
  const two = [child('base'), child('optimism')];
  const offered = (body: object, networks: readonly string[] = ['base', 'arbitrum-one']) => {
    const state = { at: 'unsupported', body, wallets: [] } as const;
    return plainText(render(h(Together, { state, frame: pageFrame(networks) })));
  };

  it('is offered where the host serves another network with bridges', () => {
    const text =
      '2 payments, from one token on a network that none of them is on. Each takes a signature of its own, after one that allows them.';
    expect(offered({ children: two })).toContain(text);
    expect(offered({ executionKind: 'evm_cross_chain', children: two })).toContain(text);
    expect(offered({ children: two }, ['base', 'optimism', 'sepolia', 'tron'])).toBe('');
  });

  it('names only what can be paid now', () => {
    const text = offered({ children: [...two, child('matic', false)] });
    expect(text).toContain('2 payments');
    expect(offered({ children: two.slice(1) })).toContain('One payment, from a token');
  });

  it.each([
    ['was made for its own network', { executionKind: 'evm_same_chain', children: two }],
    ['was made for Tron', { executionKind: 'tron_batch', children: two }],
    ['has a child on a test network', { children: [...two, child('sepolia')] }],
    ['has a child on Tron', { children: [...two, child('tron')] }],
    ['has a child on a network that the page does not know', { children: [child('atlantis')] }],
  ])('is not offered where the bundle %s', (_what, body) => {
    expect(offered(body)).toBe('');
  });
});

describe('the title of a bundle that is followed', () => {
  const child = { amount: '3', context: { network: 'base', currency: 'USDC-base' } };
  const paid = { ...child, blockReason: 'already_paid' };
  const sent = { position: 0, childToken: 'one', hash: `0x${'ab'.repeat(32)}`, isRecorded: true };

  it.each([
    ['nothing while no child is known', [], undefined],
    ['nothing while one may still arrive', [child, paid], undefined],
    [
      'that some were not made once none may arrive any more',
      [paid, child],
      'Some payments were not made',
    ],
  ])('says %s', (_what, children, said) => {
    const bundle = { sent: [sent], intents: [], view: { children }, isOffline: false };
    expect(endedTitle(followedChildren(bundle, undefined))).toBe(said);
  });
});
