import { Alert, Button, Form, Input } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { logIn } from '../api/account.ts';
import { errorText } from '../shell/errorText.ts';
import { LanguageSwitch } from '../shell/language.tsx';
import { Wordmark } from '../shell/wordmark.tsx';

interface Credentials { username: string; password: string }

export function LoginPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit({ username, password }: Credentials): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    try {
      await logIn(username.trim(), password);
      await navigate(placeWithin(search.get('to')), { replace: true });
    } catch (error) {
      setRefusal(errorText(error, t));
      setBusy(false);
    }
  }

  return (
    <main className="login">
      <title>{`${t('login.title')} · Bordereau`}</title>
      <section className="login-card">
        <header>
          <Wordmark />
          <LanguageSwitch />
        </header>
        <h1>{t('login.title')}</h1>
        <p>{t('login.about')}</p>
        {refusal ? <Alert type="error" showIcon message={refusal} role="alert" /> : null}
        <Form<Credentials> layout="vertical" requiredMark={false} onFinish={submit}>
          <Form.Item name="username" label={t('login.username')} rules={[{ required: true, whitespace: true, message: t('login.usernameMissing') }]}>
            <Input autoFocus autoComplete="username" maxLength={64} />
          </Form.Item>
          <Form.Item name="password" label={t('login.password')} rules={[{ required: true, message: t('login.passwordMissing') }]}>
            <Input.Password autoComplete="current-password" maxLength={256} />
          </Form.Item>
          <Button type="primary" htmlType="submit" block loading={busy}>{t('login.submit')}</Button>
        </Form>
      </section>
    </main>
  );
}

/** Where to go after log-in: only an address of this product, whatever the link said. */
function placeWithin(wanted: string | null): string {
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : '/';
}
