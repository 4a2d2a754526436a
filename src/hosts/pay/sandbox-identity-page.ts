import { escapeHtml } from '#kit/escape-html.ts';
import type { ShownCheck } from './sandbox-identity-check.ts';

interface IdentityView extends ShownCheck {
  readonly styles: readonly string[];
}

/** The buttons of a tester, by the decision that each sends. */
const BUTTONS = [
  ['approve', 'Approve'],
  ['reject', 'Reject'],
  ['retry', 'Ask for better documents'],
  ['pend', 'Leave it under review'],
] as const;

/** The page of a check as HTML that needs no script. */
export function renderIdentity(view: IdentityView): string {
  const { levelName, isExpired, successUrl, failUrl } = view;
  const buttons = BUTTONS.map(
    ([decision, label]) =>
      `<button class="button" type="submit" name="decision" value="${decision}">${label}</button>`,
  );
  const form = isExpired
    ? '<p>This address has ended. The platform gets a new one by calling <code>POST /v2/payer</code> again.</p>'
    : `<form method="post">${buttons.join('\n')}</form>`;
  const { reviewResult } = view.review;
  const back = reviewResult?.reviewAnswer === 'RED' ? failUrl : successUrl;
  return page(
    'Identity check',
    `<p>A payer would show documents here. In the sandbox you decide what comes of the check.</p>
<p>Level: <code>${escapeHtml(levelName)}</code>. It is now: <strong>${stateOf(view)}</strong>.</p>
${form}
${reviewResult !== undefined && back !== undefined ? `<p><a href="${escapeHtml(back)}">Go on</a></p>` : ''}`,
    view.styles,
  );
}

function stateOf({ review: { reviewStatus, reviewResult } }: ShownCheck): string {
  if (reviewResult?.reviewAnswer === 'GREEN') return 'approved';
  if (reviewResult?.reviewRejectType === 'RETRY') return 'to be done again with better documents';
  if (reviewResult?.reviewAnswer === 'RED') return 'rejected';
  return reviewStatus === 'init' ? 'not begun' : 'under review';
}

/** The answer about a check that does not exist. */
export function renderLostCheck(styles: readonly string[]): string {
  return page('Identity check', '<p>There is no such check.</p>', styles);
}

/** The example of an agreement. */
export function renderAgreement(styles: readonly string[]): string {
  return page(
    'Agreement',
    `<p>Here the operator of a service shows the terms that a payer agrees to.</p>
<p>Once the payer has agreed, the platform says so by <code>PATCH /v2/payer/{clientUserId}</code> with <code>{"agreementCompleted": true}</code>.</p>`,
    styles,
  );
}

function page(title: string, content: string, styles: readonly string[]): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Florin sandbox</title>
${links.join('\n')}
</head>
<body>
<div class="page">
<p class="test-banner">Test mode. No real money moves.</p>
<main class="card inbox">
<h1>${title}</h1>
${content}
</main>
</div>
</body>
</html>
`;
}
