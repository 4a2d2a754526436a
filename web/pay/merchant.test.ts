import { describe, expect, it } from 'vitest';
import { merchantOf } from './merchant.ts';
import { VIEW } from './sample-states.ts';
import { renderPage } from './server.tsx';

const MERCHANT = {
  displayName: 'Corner shop',
  logoPath: '/branding/corner/logo.png',
  supportUrl: 'https://shop.example/help?a=1',
};
const answer = (body: object, status = 200) => ({ status, body });

describe('the merchant of a payment', () => {
  it.each([200, 403, 409, 423])('is in every answer about a link that exists: %d', (status) => {
    expect(merchantOf(answer({ merchant: MERCHANT }, status))).toEqual({
      name: 'Corner shop',
      logo: '/branding/corner/logo.png',
      support: { url: 'https://shop.example/help?a=1', shown: 'shop.example' },
    });
  });

  it('has no name where it gave none', () => {
    expect(merchantOf(answer({}))).toEqual({});
  });

  it.each([0, 404, 429, 500])('is not known of an answer that names no link: %d', (status) => {
    expect(merchantOf(answer({ merchant: MERCHANT }, status))).toBeUndefined();
    expect(merchantOf(undefined)).toBeUndefined();
  });

  it('has the logo of a partner’s branding, where there is one', () => {
    const branding = { logoPath: '/branding/partner.png' };
    expect(merchantOf(answer({ branding, merchant: MERCHANT }))?.logo).toBe(branding.logoPath);
    expect(merchantOf(answer({ branding: {}, merchant: MERCHANT }))?.logo).toBe(MERCHANT.logoPath);
  });

  it('shows a mailbox as one', () => {
    const merchant = { ...MERCHANT, supportUrl: 'mailto:help@shop.example' };
    const support = { url: merchant.supportUrl, shown: 'help@shop.example' };
    expect(merchantOf(answer({ merchant }))?.support).toEqual(support);
  });

  it('has a website where the API says that its domain is proven', () => {
    const merchant = { ...MERCHANT, verifiedDomain: 'xn--bcher-kva.example' };
    expect(merchantOf(answer({ merchant }))?.domain).toBe('xn--bcher-kva.example');
  });

  it.each([
    'p\u0430ypal.example',
    'shop.example:8080',
    'shop',
    `${'a.'.repeat(130)}example`,
    7,
    'SHOP.example',
    'shop.example · Checked by your bank',
  ])('has no website that is no domain in punycode: %j', (verifiedDomain) => {
    expect(merchantOf(answer({ merchant: { ...MERCHANT, verifiedDomain } }))?.domain).toBe(
      undefined,
    );
  });

  it('is not believed where an API was broken into', () => {
    const merchant = {
      displayName: 'Corner \u202epohs',
      logoPath: 'https://evil.example/logo.png',
      supportUrl: 'javascript:alert(1)',
    };
    expect(merchantOf(answer({ merchant }))).toEqual({ name: 'Corner \ufffdpohs' });
    expect(merchantOf(answer({ merchant: { displayName: 7 } }))).toEqual({});
  });
});

describe('the page', () => {
  const config = {
    mode: 'production',
    apiUrl: 'https://api.example',
    clientId: 'cli',
    token: 'a',
    networks: {},
  } as const;
  const assets = { script: '/main.js', style: '/main.css', icon: '/icon.svg' };
  const rendered = (first: ReturnType<typeof answer>) =>
    renderPage({ config, first, assets, nowMs: 0 }).html;

  it('says above the payment who asks for it, and that nobody has checked the name', () => {
    const html = rendered(answer({ ...VIEW, merchant: MERCHANT }));
    const [header = ''] = /<header class="merchant">.*?<\/header>/.exec(html) ?? [];
    expect(header).toContain('Requested by <bdi class="merchant-name">Corner shop</bdi>');
    expect(header).toContain('Calls itself so, not verified.');
    expect(header).toContain('<bdi>shop.example</bdi>');
    expect(html.indexOf(header)).toBeLessThan(html.indexOf('id="pay"'));
  });

  it('names the website whose domain is proven in place of that', () => {
    const html = rendered(
      answer({ ...VIEW, merchant: { ...MERCHANT, verifiedDomain: 'shop.example' } }),
    );
    expect(html).toContain('Website <bdi>shop.example</bdi> · verified');
    expect(html).not.toContain('not verified');
  });

  it('has the name alone in its title and its preview: neither amount nor address', () => {
    const html = rendered(answer({ ...VIEW, merchant: MERCHANT }));
    const head = html.slice(0, html.indexOf('</head>'));
    expect(head).toContain('<title>Payment request from Corner shop</title>');
    expect(head).toContain('property="og:title" content="Payment request from Corner shop"');
    expect(head).not.toMatch(/0x|USDC/);
  });

  it('says so where the merchant gave no name', () => {
    const html = rendered(answer(VIEW));
    expect(html).toContain('<p>The merchant gave no name.</p>');
    expect(html).toContain('<title>Payment request</title>');
  });

  it('runs nothing that a name holds', () => {
    const merchant = { displayName: '</title><script>alert(1)</script>' };
    expect(rendered(answer({ ...VIEW, merchant }))).not.toContain('<script>alert');
  });
});
