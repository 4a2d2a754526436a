import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#platform/outbound/address-guard.ts';
import { checkWebhookUrl } from './url-rules.ts';

const mayReceive = (text: string, mode: 'sandbox' | 'production') =>
  checkWebhookUrl(text, { mode, isPublicAddress }).ok;

describe('in production', () => {
  it.each([
    'https://hook.example.com/a?b=c',
    'https://hook.example.com./a',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]:8443/',
    'https://internal.example.com',
    'https://hooks.local.example.com',
    'https://metadata.example.com',
    'https://test.example.com/a%5Cb%23c',
    'https://hook.homes',
    'https://hook.example.com:1',
    'https://hook.example.com:65535',
  ])('events may be sent to %s', (text) => expect(mayReceive(text, 'production')).toBe(true));

  it.each([
    'http://hook.example',
    'http://localhost:9000',
    'https://localhost',
    'https://a.localhost',
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0177.0.0.1',
    'https://10.0.0.1',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://100.64.0.1',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0',
    'https://224.0.0.1',
    'https://[::1]',
    'https://[::]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://[::ffff:127.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://hooks.internal/florin',
    'https://a.b.INTERNAL.',
    'https://printer.local',
    'https://nas.home.arpa',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://metadata.goog',
    'https://metadata/latest',
    'https://instance-data',
    'https://metadata.tencentyun.com',
    'https://metadata.packet.net.',
    'https://rancher-metadata',
    'https://hooks',
    'https://hooks:8443/florin',
    'https://nas.lan',
    'https://git.CORP/hook',
    'https://printer.home',
    'https://wiki.intranet.',
    'https://localhost.localdomain',
    'https://2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion',
    'https://hook.test',
    'https://hook.example',
    'https://hook.invalid',
    'https://hook.alt',
    'https://nas.lan..',
    'https://nas..lan.example.com',
    'https://user:pass@hook.example.com',
    'ftp://hook.example',
    'not a url',
  ])('events may not be sent to %s', (text) => {
    expect(mayReceive(text, 'production')).toBe(false);
  });
});

describe.each(['production', 'sandbox'] as const)('in %s', (mode) => {
  const fragment =
    'url must not have a fragment, which is never sent: remove the # and what follows';
  const backslash = 'url must not contain a backslash, which programs read in different ways';
  const port = 'url must name a port from 1 to 65535';
  it.each([
    ['https://hook.example.com/a#b', fragment],
    ['https://hook.example.com/a#', fragment],
    ['https://hook.example.com\\@10.0.0.1/', backslash],
    ['https:\\\\hook.example.com\\a', backslash],
    ['https://hook.example.com/a\\b', backslash],
    ['https://hook.example.com:0/', port],
    ['https://hook.example.com:00000/', port],
  ])('an address such as %s is refused with the reason', (text, message) => {
    expect(checkWebhookUrl(text, { mode, isPublicAddress })).toEqual({ ok: false, message });
  });
});

describe('in the sandbox', () => {
  it.each([
    'http://localhost:9000/hook',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
    'https://localhost',
    'https://hook.example',
    'https://hooks.internal',
    'https://hook.lan',
  ])('events may be sent to %s', (text) => expect(mayReceive(text, 'sandbox')).toBe(true));

  it.each([
    'http://hook.example',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'http://10.0.0.1',
  ])('events may not be sent to %s', (text) => expect(mayReceive(text, 'sandbox')).toBe(false));
});
