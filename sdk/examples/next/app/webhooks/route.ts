import {
  handleOnce,
  memorySeenStore,
  verifyWebhook,
  WebhookVerificationError,
} from 'florin-sdk/web';

// One process sees only its own deliveries: in production keep this in your database.
const seen = memorySeenStore();

/** A route handler: Next hands over the request unread, so the raw body is one call away. */
export async function POST(request: Request): Promise<Response> {
  try {
    const event = await verifyWebhook({
      rawBody: await request.arrayBuffer(),
      headers: request.headers,
      secret: process.env['FLORIN_WEBHOOK_SECRET'] ?? '',
    });
    await handleOnce(seen, event.deliveryId, () => console.log(event));
    return new Response(null, { status: 204 });
  } catch (failure) {
    if (!(failure instanceof WebhookVerificationError)) throw failure;
    return Response.json({ code: failure.code }, { status: failure.status });
  }
}
