import { Alert, Button, Form, Input } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { logIn } from '../api/account.ts';
import { ApiError } from '../api/error.ts';
import { loadLoginOptions } from '../api/outsiders.ts';
import { beginSignOn, endSignOn } from '../api/singleSignOn.ts';
import { errorText } from '../shell/errorText.ts';
import { OutsideCard } from './outside/card.tsx';
import { PasswordInput } from './outside/passwordInput.tsx';
import { useWait, waitText } from './outside/wait.ts';

/** The status of the answer to too many wrong tries. */
const TOO_MANY = 429;

interface Credentials {
  username: string;
  password: string;
}

export function LoginPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [wait, beginWait] = useWait();
  const hasSignOn = useHasSignOn();
  const wanted = placeWithin(search.get('to'));

  // A sign-on comes back to this page.
  useEffect(() => {
    const returned = endSignOn();
    if (!returned) return;
    if ('to' in returned) void navigate(placeWithin(returned.to), { replace: true });
    else setRefusal(t(`signOn.refused.${returned.refused}`));
  }, [navigate, t]);

  async function submit({ username, password }: Credentials): Promise<void> {
    setBusy(true);
    setRefusal(undefined);
    try {
      await logIn(username.trim(), password);
      await navigate(wanted, { replace: true });
    } catch (error) {
      const seconds = error instanceof ApiError ? error.retryAfter : undefined;
      if (error instanceof ApiError && error.statusCode === TOO_MANY && seconds !== undefined) beginWait(seconds);
      else setRefusal(errorText(error, t));
      setBusy(false);
    }
  }

  return (
    <OutsideCard
      title={t('login.title')}
      about={t('login.about')}
      footer={
        <>
          <Link to="/register">{t('login.register')}</Link>
          <Link to="/companyinfo">{t('login.companyInfo')}</Link>
        </>
      }
    >
      {refusal ? <Alert type="error" showIcon message={refusal} role="alert" /> : null}
      {wait > 0 ? <Alert type="warning" showIcon message={<WaitText seconds={wait} />} role="alert" /> : null}
      <Form<Credentials>
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
        onValuesChange={({ username }: Partial<Credentials>) => {
          if (username !== undefined) beginWait(0);
        }}
      >
        <Form.Item
          name="username"
          label={t('login.username')}
          rules={[{ required: true, whitespace: true, message: t('login.usernameMissing') }]}
        >
          <Input autoFocus autoComplete="username" maxLength={64} />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('login.password')}
          rules={[{ required: true, message: t('login.passwordMissing') }]}
        >
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
        <p className="login-forgot">
          <Link to="/forgetPassword">{t('login.forgot')}</Link>
        </p>
        <Button type="primary" htmlType="submit" block loading={busy} disabled={wait > 0}>
          {t('login.submit')}
        </Button>
      </Form>
      {hasSignOn ? (
        <>
          <div className="outside-or">{t('signOn.or')}</div>
          <Button block onClick={() => beginSignOn(wanted)}>
            {t('signOn.begin')}
          </Button>
        </>
      ) : null}
    </OutsideCard>
  );
}

/** How long to wait; the time that runs is not read aloud each second. */
function WaitText({ seconds }: { seconds: number }): ReactNode {
  const { t } = useTranslation();
  const [before, after] = t('login.wait', { time: '\n' }).split('\n');
  return (
    <>
      {before}
      <span role="timer">{waitText(seconds, t)}</span>
      {after}
    </>
  );
}

/** Whether there is single sign-on here; where the server cannot be asked, the form says so when it is sent. */
function useHasSignOn(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    let here = true;
    loadLoginOptions().then(
      ({ oidc }) => {
        if (here) setHas(oidc);
      },
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, []);
  return has;
}

/** Where to go after log-in: only an address of this product, whatever the link said. */
function placeWithin(wanted: string | null): string {
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : '/';
}
