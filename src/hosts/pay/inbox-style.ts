import { type StyleAsset, styleAsset } from './style-asset.ts';

/** What the inbox adds to the style of the pay page, whose colours it uses. */
const STYLE = `
.inbox { max-width: 46rem; }
.inbox h1 { margin: 0 0 0.25rem; font-size: 1.5rem; }
.inbox a { color: var(--accent); }
.inbox pre {
  margin: 0 0 0.75rem;
  padding: 0.75rem;
  overflow-x: auto;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  font: 0.8125rem / 1.5 var(--mono);
  background: var(--soft);
  border: 1px solid var(--line);
  border-radius: 0.5rem;
}
.inbox-links { display: flex; flex-wrap: wrap; gap: 0 1rem; }
.inbox-links a { display: inline-block; padding: 0.6rem 0; overflow-wrap: anywhere; }
.inbox-links a[aria-current] { font-weight: 700; text-decoration: none; }
.inbox-list { margin: 0.5rem 0 0; padding: 0; list-style: none; }
.inbox-list > li { padding: 1rem 0; border-top: 1px solid var(--line); }
.inbox-list h2 { margin: 0; font: 600 1rem / 1.4 var(--mono); }
.inbox-list p { margin: 0 0 0.5rem; }
.inbox-list dl { margin: 0 0 0.5rem; font-size: 0.875rem; }
.inbox-list dl div { display: flex; flex-wrap: wrap; gap: 0 0.75rem; }
.inbox-list dt { flex: 0 0 10.5rem; color: var(--muted); }
.inbox-list dd { margin: 0; min-width: 0; }
.inbox-list summary { padding: 0.5rem 0; cursor: pointer; }
.mark {
  padding: 0.05rem 0.5rem;
  font: 600 0.75rem / 1.5 var(--sans);
  border: 1px solid var(--warn-line);
  border-radius: 1rem;
  background: var(--warn-ground);
  color: var(--warn-text);
}
.right { color: var(--accent); }
.wrong {
  padding: 0 0.4rem;
  border-radius: 0.25rem;
  background: var(--stop-ground);
  color: var(--stop-text);
}
`;

/** The inbox's stylesheet. */
export function inboxStyle(): StyleAsset {
  return styleAsset('inbox', STYLE);
}
