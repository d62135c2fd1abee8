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
import { durationText, useWait } from './outside/wait.ts';

const TOO_MANY_REQUESTS = 429;

interface Credentials {
  username: string;
  password: string;
}

/** Log-in by password or single sign-on. Afterwards it goes to the address in the parameter `to`. */
export function LoginPage(): ReactNode {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const target = localAddress(search.get('to'));
  const [refusal, setRefusal] = useState<string>();
  const { busy, wait, submit, endWait } = useLogIn(target, setRefusal);
  const hasSignOn = useHasSignOn();
  useReturnFromSignOn(setRefusal);
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
      <LoginForm busy={busy} disabled={wait > 0} onSubmit={submit} onChangeName={endWait} />
      {hasSignOn ? (
        <>
          <div className="outside-or">{t('signOn.or')}</div>
          <Button block onClick={() => beginSignOn(target)}>
            {t('signOn.begin')}
          </Button>
        </>
      ) : null}
    </OutsideCard>
  );
}

interface FormProps {
  busy: boolean;
  disabled: boolean;
  onSubmit: (credentials: Credentials) => Promise<void>;
  onChangeName: () => void;
}

function LoginForm({ busy, disabled, onSubmit, onChangeName }: FormProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Form<Credentials>
      layout="vertical"
      requiredMark={false}
      onFinish={onSubmit}
      onValuesChange={({ username }: Partial<Credentials>) => {
        if (username !== undefined) onChangeName();
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
      <Button type="primary" htmlType="submit" block loading={busy} disabled={disabled}>
        {t('login.submit')}
      </Button>
    </Form>
  );
}

/**
 * Time until the next attempt. The remaining time has the role of a timer, so that screen readers do not read it each
 * second.
 */
function WaitText({ seconds }: { seconds: number }): ReactNode {
  const { t } = useTranslation();
  const [before, after] = t('login.wait', { time: '\n' }).split('\n');
  return (
    <>
      {before}
      <span role="timer">{durationText(seconds, t)}</span>
      {after}
    </>
  );
}

interface LogIn {
  busy: boolean;
  /** seconds until the next attempt is accepted */
  wait: number;
  submit: (credentials: Credentials) => Promise<void>;
  endWait: () => void;
}

/**
 * Log-in by password, which goes to `target` on success. After too many attempts it waits for the time that the server
 * states.
 */
function useLogIn(target: string, onRefused: (refusal: string | undefined) => void): LogIn {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [wait, startWait] = useWait();

  async function submit({ username, password }: Credentials): Promise<void> {
    setBusy(true);
    onRefused(undefined);
    try {
      await logIn(username.trim(), password);
      await navigate(target, { replace: true });
    } catch (error) {
      const seconds = error instanceof ApiError ? error.retryAfter : undefined;
      if (error instanceof ApiError && error.statusCode === TOO_MANY_REQUESTS && seconds !== undefined)
        startWait(seconds);
      else onRefused(errorText(error, t));
      setBusy(false);
    }
  }

  return { busy, wait, submit, endWait: () => startWait(0) };
}

/** Continues after a single sign-on, which returns to this page. */
function useReturnFromSignOn(onRefused: (refusal: string) => void): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    const result = endSignOn();
    if (!result) return;
    if ('to' in result) void navigate(localAddress(result.to), { replace: true });
    else onRefused(t(`signOn.refused.${result.refused}`));
  }, [navigate, onRefused, t]);
}

/** Whether single sign-on is available. False if the server cannot be reached, which the log-in reports. */
function useHasSignOn(): boolean {
  const [isAvailable, setIsAvailable] = useState(false);
  useEffect(() => {
    let mounted = true;
    loadLoginOptions().then(
      ({ oidc }) => {
        if (mounted) setIsAvailable(oidc);
      },
      () => undefined,
    );
    return () => {
      mounted = false;
    };
  }, []);
  return isAvailable;
}

/**
 * The requested address if it is in this product, otherwise `/`, because a link must not lead to another site after
 * log-in.
 */
function localAddress(requested: string | null): string {
  return requested && /^\/(?![/\\])/.test(requested) ? requested : '/';
}
