import { describe, expect, it } from 'vitest';
import { readDevice } from './device.ts';
import { WALLET_APPS } from './wallet-apps.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      false,
      undefined,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15',
      false,
      undefined,
    ],
    [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, true, undefined],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0.0.0 Mobile Safari/537.36',
      true,
      undefined,
    ],
    [`${IPHONE} Mobile/15E148 Instagram 350.0.0.20.99`, true, 'Instagram'],
    [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]`, true, 'Facebook'],
    [`${IPHONE} Mobile/15E148 MicroMessenger/8.0.50`, true, 'WeChat'],
    [`${IPHONE} Mobile/15E148 Safari Line/14.10.0`, true, 'LINE'],
    [
      'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36 Telegram-Android/11.2',
      true,
      'Telegram',
    ],
    // Of Samsung's browser, which is no chat app.
    [
      'Mozilla/5.0 (Linux; Android 15) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
      true,
      undefined,
    ],
  ])('is read from %s', (userAgent, isPhone, chatApp) => {
    expect(readDevice(userAgent)).toEqual({ isPhone, chatApp });
  });
});

describe('the link of a wallet app', () => {
  const page = 'https://pay.example/?token=01K8&a=b#expect=x';
  const links = new Map(WALLET_APPS.map(({ name, linkTo }) => [name, linkTo(page)]));

  it('of MetaMask has the page behind the word dapp, without its scheme', () => {
    expect(links.get('MetaMask')).toBe(
      'https://metamask.app.link/dapp/pay.example/?token=01K8&a=b#expect=x',
    );
  });

  it.each([
    ['Base', 'https://go.cb-w.com/dapp', 'cb_url'],
    ['Trust Wallet', 'https://link.trustwallet.com/open_url', 'url'],
  ])('of %s has the whole page as a parameter', (name, start, parameter) => {
    const link = new URL(links.get(name) ?? '');
    expect(link.origin + link.pathname).toBe(start);
    expect(link.searchParams.get(parameter)).toBe(page);
    expect(link.hash).toBe('');
  });

  it('of Trust Wallet names Ethereum, without which it asks for a chain', () => {
    expect(new URL(links.get('Trust Wallet') ?? '').searchParams.get('coin_id')).toBe('60');
  });
});
