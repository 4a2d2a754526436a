import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#platform/outbound.ts';
import { checkWebhookUrl } from './url-rules.ts';

const mayReceive = (text: string, mode: 'sandbox' | 'production') =>
  checkWebhookUrl(text, { mode, isPublicAddress }).ok;

describe('in production', () => {
  it.each([
    'https://hook.example/a?b=c',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]:8443/',
    'https://internal.example',
    'https://hooks.local.example',
    'https://metadata.example',
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
    'https://user:pass@hook.example',
    'ftp://hook.example',
    'not a url',
  ])('events may not be sent to %s', (text) => {
    expect(mayReceive(text, 'production')).toBe(false);
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
  ])('events may be sent to %s', (text) => expect(mayReceive(text, 'sandbox')).toBe(true));

  it.each([
    'http://hook.example',
    'https://10.0.0.1',
    'https://169.254.169.254',
    'http://10.0.0.1',
  ])('events may not be sent to %s', (text) => expect(mayReceive(text, 'sandbox')).toBe(false));
});
