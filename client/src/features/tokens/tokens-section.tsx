import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';

export function TokensSection() {
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <p className="text-muted">
        A token lets a program call the API in your name, without your password. It has only the permissions
        that you choose, and never more than you have yourself.{' '}
        <a href="/api/docs">The API’s documentation</a> lists the permissions that each operation needs.
      </p>
      <div className="grid grid-fit-[26rem] items-start gap-x-7 gap-y-6">
        <TokenList />
        <TokenForm />
      </div>
    </div>
  );
}
