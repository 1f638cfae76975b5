import type { OperationName } from 'contract/operations.ts';
import type { Input, InputArguments, ResponseOf } from '#api/call.ts';
import { call } from '#session/call.ts';
import { type ApiMutationOptions, useApiMutation } from './use-api-mutation.ts';

type BodyOf<Name extends OperationName> = Input<Name> extends { body: infer Body } ? Body : void;

type OperationOptions<Name extends OperationName> = Omit<
  ApiMutationOptions<BodyOf<Name>, ResponseOf<Name>>,
  'mutationFn'
>;

type OperationArguments<Name extends OperationName> =
  Input<Name> extends { params: infer Params }
    ? [options: OperationOptions<Name> & { params: Params }]
    : [options?: OperationOptions<Name>];

/** A mutation that sends its variables as the body of an operation. */
export function useOperation<Name extends OperationName>(name: Name, ...[own]: OperationArguments<Name>) {
  const { params, ...options }: OperationOptions<Name> & { params?: unknown } = own ?? {};
  return useApiMutation<BodyOf<Name>, ResponseOf<Name>>({
    mutationFn: (body) => call<Name>(name, ...([{ params, body }] as unknown as InputArguments<Name>)),
    ...options,
  });
}
