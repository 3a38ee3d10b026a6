import type { SagaDefinition } from './kernel/saga.ts'

/** Every saga that a control plane can take up; a record with another name waits for a version that knows it. */
export const sagaDefinitions: readonly SagaDefinition<object>[] = []
