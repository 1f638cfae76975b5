import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';

export function TokensTab() {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <p className="text-muted">
        A token lets a program of yours call the API in your name, without your password. It does what you
        made it for and nothing else, and never more than you may yourself.{' '}
        <a href="/api/docs">The API’s documentation</a> says what each operation asks for.
      </p>
      <div className="grid grid-fit-[26rem] items-start gap-5">
        <TokenList />
        <TokenForm />
      </div>
    </div>
  );
}
