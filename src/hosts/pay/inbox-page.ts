import { escapeHtml } from '#kit/escape-html.ts';

/** One post as the page shows it. All texts are the sender's and may be anything. */
export interface InboxDelivery {
  readonly receivedAt: string;
  readonly event: string | undefined;
  readonly deliveryId: string | undefined;
  readonly retryCount: string | undefined;
  readonly isTest: boolean;
  readonly replayOf: string | undefined;
  /** Empty where there is no secret to check with. */
  readonly verdicts: readonly { readonly header: string; readonly isRight: boolean }[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

interface InboxView {
  /** Newest first. */
  readonly deliveries: readonly InboxDelivery[];
  /** Show only this event. */
  readonly event: string | undefined;
  /** Whether the page fetches itself again every few seconds. */
  readonly live: boolean;
  readonly styles: readonly string[];
}

const REFRESH_S = 5;

/** The inbox as HTML that needs no script. */
export function renderInbox(view: InboxView): string {
  const { deliveries, event, live } = view;
  const shown = deliveries.filter((delivery) => event === undefined || delivery.event === event);
  const links = view.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${live ? `<meta http-equiv="refresh" content="${REFRESH_S}">` : ''}
<title>Inbox (${shown.length}) · Florin sandbox</title>
${links.join('\n')}
</head>
<body>
<div class="page">
<p class="test-banner">Test mode. No real money moves.</p>
<main class="card inbox">
<h1>Inbox</h1>
<p class="fine">Every webhook that this sandbox sends to itself, newest first. A restart empties it.</p>
<nav class="inbox-links" aria-label="Inbox">
<a href="${addressOf(event, live)}">Refresh</a>
<a href="${addressOf(event, !live)}">${live ? 'Stop refreshing' : `Refresh every ${REFRESH_S} s`}</a>
</nav>
${filters(view)}
${shown.length === 0 ? emptyText(event) : `<ol class="inbox-list">${shown.map(row).join('\n')}</ol>`}
</main>
</div>
</body>
</html>
`;
}

function filters({ deliveries, event, live }: InboxView): string {
  const known = deliveries.flatMap((delivery) => delivery.event ?? []);
  const names = [...new Set([...known, ...(event === undefined ? [] : [event])])].sort();
  if (names.length === 0) return '';
  const link = (name: string | undefined) => {
    const current = name === event ? ' aria-current="true"' : '';
    return `<a href="${addressOf(name, live)}"${current}>${escapeHtml(name ?? 'all')}</a>`;
  };
  return `<nav class="inbox-links" aria-label="Events">${[undefined, ...names].map(link).join('\n')}</nav>`;
}

function emptyText(event: string | undefined): string {
  const what = event === undefined ? 'Nothing yet.' : `No ${escapeHtml(event)} yet.`;
  return `<p class="lead">${what}</p>
<p>Cause a delivery in another terminal:</p>
<pre>npm run demo</pre>
<p>or, without a payment:</p>
<pre>npx florin trigger payment.confirmed</pre>`;
}

function row(delivery: InboxDelivery): string {
  const { event, receivedAt, deliveryId, retryCount, isTest, replayOf, headers, body } = delivery;
  const input = [
    ['Delivery', deliveryId],
    ['Retry count', retryCount],
    ['Replay of', replayOf],
  ] as const;
  const milestones = [
    ...(isTest ? ['<span class="mark">test</span>'] : []),
    ...(replayOf === undefined ? [] : ['<span class="mark">replay</span>']),
  ];
  return `<li>
<h2>${escapeHtml(event ?? 'no event')} ${milestones.join(' ')}</h2>
<p class="fine"><time datetime="${receivedAt}">${receivedAt}</time></p>
<dl>${input.map(([name, value]) => (value === undefined ? '' : field(name, escapeHtml(value)))).join('')}
${verdicts(delivery)}</dl>
<details><summary>Headers</summary><pre>${headers.map(([name, value]) => escapeHtml(`${name}: ${value}`)).join('\n')}</pre></details>
<details><summary>Body</summary><pre>${escapeHtml(body)}</pre></details>
</li>`;
}

function verdicts({ verdicts }: InboxDelivery): string {
  if (verdicts.length === 0)
    return field('Signature', 'not checked: the sandbox has no secret here');
  const one = ({ header, isRight }: (typeof verdicts)[number]) =>
    field(
      header,
      `<strong class="${isRight ? 'right' : 'wrong'}">${isRight ? 'right' : 'wrong'}</strong>`,
    );
  return verdicts.map(one).join('');
}

function field(name: string, html: string): string {
  return `<div><dt>${name}</dt><dd>${html}</dd></div>`;
}

function addressOf(event: string | undefined, live: boolean): string {
  const query = new URLSearchParams();
  if (event !== undefined) query.set('event', event);
  if (!live) query.set('live', '0');
  return escapeHtml(query.size === 0 ? '/inbox' : `/inbox?${query}`);
}
