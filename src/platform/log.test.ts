import { describe, expect, it } from 'vitest';
import { hideSecrets } from './hide-secrets.ts';
import { openLog } from './log.ts';

/** A log and the lines it has written. */
function capture(mode: 'sandbox' | 'production') {
  const lines: string[] = [];
  const log = openLog({ level: 'info', mode, write: (line) => lines.push(line) });
  return { log, lines };
}

describe('a log line', () => {
  it('is one JSON object in production', () => {
    const { log, lines } = capture('production');
    log.debug('unheard');
    log.warn({ network: 'base', err: new Error('no answer') }, 'watching failed');
    expect(lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      msg: 'watching failed',
      network: 'base',
      err: { type: 'Error', message: 'no answer' },
    });
  });

  it('is short words in the sandbox, with the stack of an error below', () => {
    const { log, lines } = capture('sandbox');
    log.info({ network: 'base', blocks: 3 }, 'watching');
    log.error({ err: new Error('no answer') }, 'failed');
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}watching network=base blocks=3\n$/);
    expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d error failed\n {4}Error: no answer\n {8}at /);
  });

  // Logs are copied into tickets and sent to third parties.
  it('hides credentials, wherever they stand', () => {
    for (const mode of ['production', 'sandbox'] as const) {
      const { log, lines } = capture(mode);
      const failure = Object.assign(new Error('GET /v2?a=b&token=hush-1 failed'), {
        config: { headers: { Authorization: 'Bearer hush-2', 'X-Api-Key': 'hush-3' } },
      });
      log.error(
        {
          err: failure,
          request: {
            headers: {
              cookie: 'session=hush-4; a="hush-5"',
              'set-cookie': ['a=hush-6', 'b=hush-7'],
            },
            url: '/checkout?token=hush-8',
          },
          webhook: { secret: 'hush-9', apiKey: 'hush-10' },
          database: 'postgres://florin:hush-11@localhost/florin',
          note: 'sent Bearer hush-12 along',
          reported: 'florin_live_abcdhush14hush14hush14hush14hush14hu is no key',
          privateKey: '0xhush-13',
          headers: { 'X-Orchestrator-Key': 'hush-15', 'idempotency-key': 'hush-16' },
          created: { rawKey: 'hush-17', accessToken: 'hush-18', sessionToken: 'hush-19' },
          partner: 'orc_sandbox_abcdhush20hush20hush20hush20 is no key',
          invitation: 'https://pay.example/onboarding/?token=lit_hush21 and lit_hush22',
          state: 'Cookie: theme=dark; session_token=hush-23; lang=en',
          quoted: JSON.stringify({ email: 'a@b.example', password: 'hush-24', n: 1 }),
          twice: JSON.stringify({ body: JSON.stringify({ secret: 'hush-25' }) }),
        },
        'failed',
      );
      expect(lines.join('')).not.toContain('hush');
    }
  });

  it('keeps what only resembles a secret', () => {
    const line =
      '{"split_orc":"orc_","lit":"a lit_","token":"01KC9V","keyVersion":1,"tokenAddress":"0xabc","key_hash_bytes":32,"currencyKey":"USDC"}';
    expect(hideSecrets(line)).toBe(line);
  });

  it('stays JSON after hiding', () => {
    const quoted = JSON.stringify({ password: 'a', n: 1 });
    expect(JSON.parse(hideSecrets(JSON.stringify({ quoted })))).toEqual({
      quoted: JSON.stringify({ password: '(hidden)', n: 1 }),
    });
    const odd = JSON.stringify({ quoted: JSON.stringify({ password: 'a"b\\', n: 'c"d' }) });
    expect(() => JSON.parse(hideSecrets(odd))).not.toThrow();
    const line = JSON.stringify({ secret: 'a"b\\', list: ['?token=a'], cookie: ['a', 'b'], n: 1 });
    expect(JSON.parse(hideSecrets(line))).toEqual({
      secret: '(hidden)',
      list: ['?token=(hidden)'],
      cookie: '(hidden)',
      n: 1,
    });
  });
});
