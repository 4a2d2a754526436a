import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TRUSTED } from '../wallet/trusted.generated.ts';
import '../wallet/tron/tron-network.ts';
import { iconOf } from './asset-icons.ts';
import { renderPage as renderFrame } from './embed/server.tsx';
import { BATCH_VIEW, CONVERSION_VIEW, NATIVE_VIEW } from './sample-forms.ts';
import { VIEW } from './sample-states.ts';
import { renderPage } from './server.tsx';

const styles = readFileSync('web/pay/asset-icons.css', 'utf8');
const picturesOf = (kind: 'network' | 'token') =>
  [...styles.matchAll(/\[data-(\w+)="(\w[\w-]*)"\] \{\s+--\1: url\("\.\/([^"]+)"\);/g)]
    .filter(([, found]) => found === kind)
    .map(([, , name, file]) => [name, file] as const);
const namesOf = (kind: 'network' | 'token') => picturesOf(kind).map(([name]) => name);
const filesIn = (kind: 'network' | 'token') =>
  readdirSync(`web/pay/asset-icons/${kind}s`).map((file) => `asset-icons/${kind}s/${file}`);

const networks = Object.entries(TRUSTED);
const symbols = networks.flatMap(([, { nativeSymbol, tokens }]) => [
  nativeSymbol,
  ...Object.values(tokens).map(({ symbol }) => symbol),
]);
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

describe('the icons', () => {
  it.each(['network', 'token'] as const)('of each %s are a picture of its name', (kind) => {
    const pictures = picturesOf(kind);
    for (const [name, file] of pictures) {
      expect(file).toBe(`asset-icons/${kind}s/${name?.toLowerCase()}.svg`);
    }
    expect(pictures.map(([, file]) => file).toSorted()).toEqual(filesIn(kind).toSorted());
  });

  it('have one of its own for every network and token of the trusted list', () => {
    expect(namesOf('network').toSorted()).toEqual(networks.map(([id]) => id).toSorted());
    expect(symbols.map(iconOf)).toEqual(symbols);
    expect(new Set(namesOf('token'))).toEqual(new Set([...symbols, ...letters]));
  });

  it('have the first letter of every other token, and nothing for one that begins with none', () => {
    expect(['WETH', 'stETH', 'Ωmega', '1INCH', ''].map(iconOf)).toEqual([
      ...['W', 'S'],
      ...[undefined, undefined, undefined],
    ]);
  });

  it.each([...filesIn('network'), ...filesIn('token')])(
    'run no script and load nothing: %s',
    (file) => {
      const picture = readFileSync(`web/pay/${file}`, 'utf8');
      expect(picture).toMatch(/^<svg xmlns="[^"]+" width="32" height="32" /);
      expect(picture).not.toMatch(/<(script|style|image|foreignObject)|href=|\bon\w+=/);
    },
  );
});

describe('the icons of a link', () => {
  const assets = { script: '/s.js', style: '/s.css', icon: '/i.svg' };
  const config = { mode: 'production', apiUrl: '', clientId: '', token: 'a link' } as const;
  const iconsIn = (html: string) =>
    [...html.matchAll(/data-(network|token)="([^"]*)"/g)].map(
      ([, kind, name]) => `${kind} ${name}`,
    );
  const page = (body: object) => {
    const first = { status: 200, body };
    return iconsIn(
      renderPage({ config: { ...config, networks: {} }, first, assets, nowMs: 0 }).html,
    );
  };

  it('are named by the server, on the page and in a frame', () => {
    expect(page(VIEW)).toEqual(['network sepolia', 'token USDC']);
    expect(page(NATIVE_VIEW)).toEqual(['network sepolia', 'token ETH']);
    const first = { status: 200, body: VIEW };
    const frame = renderFrame({ config: { ...config, shopOrigins: [] }, first, assets });
    expect(iconsIn(frame.html)).toEqual(['network sepolia', 'token USDC']);
  });

  it('name no token where amounts of several are due, or an invoice in another currency', () => {
    expect(page(BATCH_VIEW)).toEqual(['network sepolia']);
    expect(page(CONVERSION_VIEW)).toEqual(['network sepolia']);
  });

  it('are none where no payment is shown', () => {
    expect(page({ paymentType: 'single', status: 'pending' })).toEqual([]);
  });
});
