import type { WebhookDeliveryAttempt } from '~/api/types.gen.ts'

const resultWords: Record<WebhookDeliveryAttempt['result'], string> = {
  succeeded: 'Succeeded',
  failed_http_error: 'Refused',
  failed_unreachable: 'Not reached',
  failed_timeout: 'Timed out',
}

export const resultLabel = ({ result }: WebhookDeliveryAttempt): string => resultWords[result]

/** An attempt in one line: `Refused: HTTP 500 in 23 ms`. */
export const attemptText = (attempt: WebhookDeliveryAttempt): string =>
  attempt.response
    ? `${resultLabel(attempt)}: HTTP ${attempt.response.status} in ${attempt.response.durationMs} ms`
    : resultLabel(attempt)
