-- A database as the program filled it when the last migration was 0014_alerts_burst: two accounts with sessions, favorites and alerts,
-- some of which have fired. Made through its calls and dumped with pg_dump --inserts; never edited by hand, keys left out.

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA drizzle;

CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);

CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;

CREATE TABLE public.account (
    id uuid NOT NULL,
    email text,
    email_key text,
    email_verified_at timestamp(3) with time zone,
    password_hash text,
    nick_name text DEFAULT ''::text NOT NULL,
    family_name text DEFAULT ''::text NOT NULL,
    given_name text DEFAULT ''::text NOT NULL,
    area_code text DEFAULT ''::text NOT NULL,
    phone text DEFAULT ''::text NOT NULL,
    phone_verified_at timestamp(3) with time zone,
    anti_phishing_code text DEFAULT ''::text NOT NULL,
    locale text NOT NULL,
    frozen boolean DEFAULT false NOT NULL,
    parent_id uuid,
    user_type integer DEFAULT 0 NOT NULL,
    vip_level integer DEFAULT 0 NOT NULL,
    identity_level integer DEFAULT 0 NOT NULL,
    account_mode integer DEFAULT 0 NOT NULL,
    open_otc boolean DEFAULT false NOT NULL,
    open_contract boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT account_email_has_key CHECK (((email IS NULL) = (email_key IS NULL))),
    CONSTRAINT account_has_a_way_in CHECK (((email_key IS NOT NULL) OR (password_hash IS NULL)))
);

CREATE TABLE public.account_code (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    purpose text NOT NULL,
    email text NOT NULL,
    token_hash text NOT NULL,
    code_hash text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.account_identity (
    issuer text NOT NULL,
    subject text NOT NULL,
    account_id uuid NOT NULL
);

CREATE TABLE public.account_preference (
    account_id uuid NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.account_session (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    ip text NOT NULL,
    device text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.ai_pick (
    day bigint NOT NULL,
    rank integer NOT NULL,
    symbol_id text NOT NULL,
    coin_id text NOT NULL,
    score double precision NOT NULL,
    price double precision NOT NULL,
    average_turnover double precision NOT NULL,
    factors jsonb NOT NULL,
    ranks jsonb NOT NULL,
    long_share double precision,
    funding_rate double precision,
    taker_buy_share double precision,
    outcomes jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE public.ai_pick_day (
    day bigint NOT NULL,
    model text NOT NULL,
    universe text[] NOT NULL,
    is_backfilled boolean NOT NULL,
    outcomes jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE public.ai_pick_text (
    day bigint NOT NULL,
    coin_id text NOT NULL,
    locale text NOT NULL,
    content text NOT NULL
);

CREATE TABLE public.alert (
    id bigint NOT NULL,
    user_id uuid NOT NULL,
    client_key text NOT NULL,
    business_line smallint NOT NULL,
    contract_line smallint,
    symbol_id text NOT NULL,
    type smallint NOT NULL,
    source smallint NOT NULL,
    frequency smallint NOT NULL,
    price numeric,
    price_up numeric,
    price_down numeric,
    channels smallint[] NOT NULL,
    is_open boolean NOT NULL,
    version integer NOT NULL,
    tick text NOT NULL,
    time_zone smallint NOT NULL,
    partition smallint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    CONSTRAINT alert_has_values CHECK (((price IS NOT NULL) OR ((price_up IS NOT NULL) AND (price_down IS NOT NULL))))
)
WITH (fillfactor='50');

CREATE TABLE public.alert_delivery (
    id bigint NOT NULL,
    log_id bigint,
    user_id uuid NOT NULL,
    channel smallint NOT NULL,
    status text NOT NULL,
    reason text,
    bundle text,
    tries smallint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone,
    acknowledged_at timestamp(3) with time zone
);

ALTER TABLE public.alert_delivery ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.alert_delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

ALTER TABLE public.alert ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.alert_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.alert_log (
    id bigint NOT NULL,
    key text NOT NULL,
    alert_id bigint NOT NULL,
    user_id uuid NOT NULL,
    business_line smallint NOT NULL,
    symbol_id text NOT NULL,
    type smallint NOT NULL,
    source smallint NOT NULL,
    frequency smallint NOT NULL,
    price numeric,
    price_up numeric,
    price_down numeric,
    firing_price numeric NOT NULL,
    price_before numeric,
    anchor numeric,
    happened_at timestamp(3) with time zone NOT NULL,
    detected_at timestamp(3) with time zone NOT NULL,
    lateness text,
    suppressed_by text,
    more_count integer,
    more_since timestamp(3) with time zone,
    ad jsonb,
    is_read boolean DEFAULT false NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE public.alert_log ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.alert_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.alert_series (
    name text NOT NULL,
    partition smallint NOT NULL,
    checkpoint jsonb NOT NULL
)
WITH (fillfactor='50');

CREATE TABLE public.alert_state (
    alert_id bigint NOT NULL,
    version integer NOT NULL,
    fire_seq integer NOT NULL,
    judged_at bigint NOT NULL,
    fired_count integer DEFAULT 0 NOT NULL,
    fired_at timestamp(3) with time zone,
    standing jsonb NOT NULL,
    born jsonb
)
WITH (fillfactor='45');

CREATE TABLE public.alert_user (
    user_id uuid NOT NULL
);

CREATE TABLE public.attempt (
    key text NOT NULL,
    count integer NOT NULL,
    wait_until timestamp(3) with time zone NOT NULL,
    last_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.candle (
    source text NOT NULL,
    symbol_id text NOT NULL,
    "interval" text NOT NULL,
    ts bigint NOT NULL,
    open double precision NOT NULL,
    high double precision NOT NULL,
    low double precision NOT NULL,
    close double precision NOT NULL,
    volume double precision NOT NULL,
    turnover double precision NOT NULL
);

CREATE TABLE public.ended_session (
    session_id uuid NOT NULL,
    reason text NOT NULL,
    ended_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.error_report (
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    kind text NOT NULL,
    message text NOT NULL,
    stack text,
    url text,
    user_agent text,
    release text,
    trace_id text,
    count integer DEFAULT 1 NOT NULL,
    CONSTRAINT error_report_count_positive CHECK ((count > 0))
);

CREATE TABLE public.favorite_category (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    "position" integer NOT NULL,
    symbol_ids text[] DEFAULT '{}'::text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    share_token text,
    CONSTRAINT favorite_category_position CHECK (("position" >= 0))
);

CREATE TABLE public.favorite_list (
    user_id uuid NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    symbol_ids text[] DEFAULT '{}'::text[] NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    share_token text
);

CREATE TABLE public.fear_greed_day (
    day bigint NOT NULL,
    btc_close double precision NOT NULL,
    figures jsonb NOT NULL,
    parts jsonb NOT NULL,
    value double precision,
    is_backfilled boolean NOT NULL
);

CREATE TABLE public.list_view (
    id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    saved_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.location_banner (
    id uuid NOT NULL,
    place text NOT NULL,
    locale text,
    title text NOT NULL,
    text text NOT NULL,
    href text NOT NULL,
    image text,
    starts_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    sort integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone DEFAULT now() NOT NULL,
    CONSTRAINT location_banner_ends_after_start CHECK ((ends_at > starts_at))
);

CREATE TABLE public.mover_event (
    id text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    type text NOT NULL,
    tier smallint NOT NULL,
    symbol_id text NOT NULL,
    line smallint NOT NULL,
    price double precision NOT NULL,
    change double precision,
    amount_usdt double precision,
    after_1h double precision,
    after_24h double precision,
    followed smallint DEFAULT 0 NOT NULL
);

CREATE TABLE public.network_point (
    metric text NOT NULL,
    period text NOT NULL,
    ts bigint NOT NULL,
    "values" double precision[] NOT NULL
);

CREATE TABLE public.pending_registration (
    id uuid NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    password_hash text NOT NULL,
    locale text NOT NULL,
    token_hash text NOT NULL,
    code_hash text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.push_sent (
    delivery_id bigint NOT NULL,
    endpoint text NOT NULL
);

CREATE TABLE public.push_subscription (
    endpoint text NOT NULL,
    user_id uuid NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.rank_mark (
    list text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    symbol_ids text[] NOT NULL
);

CREATE TABLE public.refresh_token (
    hash text NOT NULL,
    session_id uuid NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);

CREATE TABLE public.running_sums (
    source text NOT NULL,
    symbol_id text NOT NULL,
    sums jsonb NOT NULL
);

CREATE TABLE public.series_point (
    source text NOT NULL,
    symbol_id text NOT NULL,
    metric text NOT NULL,
    period text NOT NULL,
    ts bigint NOT NULL,
    figures double precision[] NOT NULL,
    is_partial boolean DEFAULT false NOT NULL
);

CREATE TABLE public.signing_key (
    name text NOT NULL,
    secret text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.site_setting (
    key text NOT NULL,
    value jsonb NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.socket_token (
    hash text NOT NULL,
    session_id uuid NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE public.vapid_key (
    id integer NOT NULL,
    public_key text NOT NULL,
    private_key text NOT NULL
);

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);

INSERT INTO drizzle.__drizzle_migrations VALUES (1, '34d947f1d94e0b1ca507a5809081c177bec9684ac8722b2e91496e24f84fb5be', 1794708045414);
INSERT INTO drizzle.__drizzle_migrations VALUES (2, 'd05fc200a7f8bf2edb451c86b35f4f7b273c0458f79c34e5110f5a3cbbd93e36', 1794712214031);
INSERT INTO drizzle.__drizzle_migrations VALUES (3, '437bdd685fcf2197e1b7d250aeebd8eeccfe56dfea154a6b1e9b0c993e63251e', 1794714229118);
INSERT INTO drizzle.__drizzle_migrations VALUES (4, 'c80a98642a725b17b1fc002b02cb0893ba1e300f2c6715aaeef2039bf786927f', 1794714451807);
INSERT INTO drizzle.__drizzle_migrations VALUES (5, '08d3126e2bf592999ad453e6523bfebdf8c10ce646bc0485fe39aaf4f5718892', 1794748826928);
INSERT INTO drizzle.__drizzle_migrations VALUES (6, '560dd75c071023c6e453b68a38ef9d51247aa6b45a2df486574feb3b0872157d', 1794749366247);
INSERT INTO drizzle.__drizzle_migrations VALUES (7, 'bd9746d74bd5f935bff869a9a8f3bccb7c515be400f2bcaa6166c760c13d14e9', 1794749731019);
INSERT INTO drizzle.__drizzle_migrations VALUES (8, '351d65b5b36b612e8a5226fa6016eec9577db6c43f73a3e4609cd331a8362d20', 1794749954889);
INSERT INTO drizzle.__drizzle_migrations VALUES (9, 'e06cec10300f2dbc8945bdae01dbcc6ef01f0d0734cc49191915bd925a5a9a2b', 1794750135950);
INSERT INTO drizzle.__drizzle_migrations VALUES (10, 'f331d106caaaa95b109e194cd0682ee37878c43bd03e42c63d284c5cd0761e51', 1794750755525);
INSERT INTO drizzle.__drizzle_migrations VALUES (11, '0f6c8614d1f203eb270ab0c45d9254c5ebd9ec47543076af4b0c613deeee7662', 1794751333616);
INSERT INTO drizzle.__drizzle_migrations VALUES (12, '28e7b08de54715df750983852d4c7470c9223c1f1a2791cd983de22fcae70938', 1794752289912);
INSERT INTO drizzle.__drizzle_migrations VALUES (13, 'd0790dcdf8300918c822779df829ae6b9de30933fdae89d286320c9543974f8d', 1794753516142);
INSERT INTO drizzle.__drizzle_migrations VALUES (14, 'eb2a57adcd32705c0fb7797ce894e982948beec556ac8ecc24c7d62e6f9bd9f6', 1794760226021);
INSERT INTO drizzle.__drizzle_migrations VALUES (15, '6f8b73b5a9316b72cdae1611025b8578628dac4ca8ee6d228855dee71f50a4dc', 1794764080769);

INSERT INTO public.account VALUES ('01a1e498-ac66-7656-9a9e-8d65e859652c', 'bob@people.example', 'bob@people.example', NULL, '$argon2id$v=19$m=19456,t=2,p=1$qV0vaHjKs+C160tZUbuhRA$0XBVjPp7IlE/WCvKG0okXyfMnboc09GRLmh6VMUvrG8', '', '', '', '', '', NULL, '', 'en', false, NULL, 0, 0, 0, 0, false, false, '2026-11-16 13:42:53.286+00', '2026-11-16 13:42:53.286+00');
INSERT INTO public.account VALUES ('01a1e498-a40e-705a-a534-e5456b8f3607', 'ada@people.example', 'ada@people.example', NULL, '$argon2id$v=19$m=19456,t=2,p=1$MaTX0usD6NB5W4kX6r2+Zg$82QgKXkjoU26ja0j9GOHY/qeSON9isbY1uvT6kAwzm8', 'Ada', '', '', '', '', NULL, 'Blue 7', 'en', false, NULL, 0, 0, 0, 0, false, false, '2026-11-16 13:42:51.15+00', '2026-11-16 13:43:48.687+00');

INSERT INTO public.account_preference VALUES ('01a1e498-a40e-705a-a534-e5456b8f3607', '{"timeZone": 480}', '2026-11-16 13:43:48.43+00');

INSERT INTO public.account_session VALUES ('01a1e498-a9e7-7596-8bb0-51b77c1f6698', '01a1e498-a40e-705a-a534-e5456b8f3607', '127.0.0.1', '', '2026-11-16 13:42:52.648+00', '2026-11-16 13:42:52.648+00', '2026-12-16 13:42:52.647+00');
INSERT INTO public.account_session VALUES ('01a1e498-c08c-7364-a90e-ca2f03314038', '01a1e498-ac66-7656-9a9e-8d65e859652c', '127.0.0.1', '', '2026-11-16 13:42:58.444+00', '2026-11-16 13:42:58.444+00', '2026-12-16 13:42:58.444+00');
INSERT INTO public.account_session VALUES ('01a1e499-7308-757a-8c1b-7585a2b4d0ce', '01a1e498-a40e-705a-a534-e5456b8f3607', '127.0.0.1', '', '2026-11-16 13:43:44.137+00', '2026-11-16 13:43:44.137+00', '2026-12-16 13:43:44.136+00');
INSERT INTO public.account_session VALUES ('01a1e499-8323-761f-8b91-cee26e1b06cd', '01a1e498-ac66-7656-9a9e-8d65e859652c', '127.0.0.1', '', '2026-11-16 13:43:48.26+00', '2026-11-16 13:43:48.26+00', '2026-12-16 13:43:48.259+00');

INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (4, '01a1e498-a40e-705a-a534-e5456b8f3607', 'jp67yycsb', 1, NULL, 'BTCUSDT', 2, 0, 2, 78993.9, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.401+00', '2026-11-16 13:43:50.401+00', '2026-11-16 13:43:50.46+00', NULL);
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (5, '01a1e498-a40e-705a-a534-e5456b8f3607', 'jbfhfn1yrsi', 1, NULL, 'BTCUSDT', 2, 0, 2, 78978.1, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.615+00', '2026-11-16 13:43:50.615+00', '2026-11-16 13:43:50.673+00', NULL);
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (6, '01a1e498-a40e-705a-a534-e5456b8f3607', 'v8ntbk4zl3', 1, NULL, 'BTCUSDT', 2, 0, 2, 78962.3, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:50.85+00', '2026-11-16 13:43:50.85+00', '2026-11-16 13:43:50.921+00', NULL);
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (7, '01a1e498-a40e-705a-a534-e5456b8f3607', 'nak5jb8lo2', 1, NULL, 'BTCUSDT', 1, 0, 2, 158019.4, NULL, NULL, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:51.245+00', '2026-11-16 13:43:51.245+00', '2026-11-16 13:43:51.285+00', NULL);
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (8, '01a1e498-a40e-705a-a534-e5456b8f3607', '74clyz84c7', 1, NULL, 'BTCUSDT', 8, 0, 1, NULL, 118514.5, 39504.8, '{4,5}', true, 1, '0.01', 480, 12, '2026-11-16 13:43:51.442+00', '2026-11-16 13:43:51.442+00', '2026-11-16 13:43:51.487+00', NULL);
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (9, '01a1e498-ac66-7656-9a9e-8d65e859652c', 'ihne7r12vmf', 1, NULL, 'BTCUSDT', 1, 0, 1, 237029, NULL, NULL, '{4,5}', true, 1, '0.01', -1, 12, '2026-11-16 13:43:51.658+00', '2026-11-16 13:43:51.658+00', '2026-11-16 13:43:51.721+00', NULL);
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (10, '01a1e498-ac66-7656-9a9e-8d65e859652c', 'il0kymw1kun', 1, NULL, 'BTCUSDT', 1, 0, 1, 316038.7, NULL, NULL, '{4,5}', true, 1, '0.01', -1, 12, '2026-11-16 13:43:51.926+00', '2026-11-16 13:43:52.161+00', '2026-11-16 13:43:52.2+00', '2026-11-16 13:43:52.161+00');
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (1, '01a1e498-a40e-705a-a534-e5456b8f3607', '2bbpvi88v36', 1, NULL, 'BTCUSDT', 1, 0, 3, 79025.5, NULL, NULL, '{4,5}', false, 1, '0.01', 480, 12, '2026-11-16 13:43:49.597+00', '2026-11-16 13:43:49.597+00', '2026-11-16 13:43:49.659+00', NULL);
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (2, '01a1e498-a40e-705a-a534-e5456b8f3607', 't4ny1h4q00l', 1, NULL, 'BTCUSDT', 1, 0, 3, 79041.3, NULL, NULL, '{4,5}', false, 1, '0.01', 480, 12, '2026-11-16 13:43:49.899+00', '2026-11-16 13:43:49.899+00', '2026-11-16 13:43:49.925+00', NULL);
INSERT INTO public.alert OVERRIDING SYSTEM VALUE VALUES (3, '01a1e498-a40e-705a-a534-e5456b8f3607', 'i2pftxcg7j', 1, NULL, 'BTCUSDT', 1, 0, 3, 79057.1, NULL, NULL, '{4,5}', false, 1, '0.01', 480, 12, '2026-11-16 13:43:50.152+00', '2026-11-16 13:43:50.152+00', '2026-11-16 13:43:50.2+00', NULL);

INSERT INTO public.alert_delivery OVERRIDING SYSTEM VALUE VALUES (1, 1, '01a1e498-a40e-705a-a534-e5456b8f3607', 4, 'sent', NULL, NULL, 0, '2026-11-16 13:44:36.692+00', '2026-11-16 13:44:37+00', '2026-11-16 13:46:36.692+00', '2026-11-16 13:44:36.692+00', NULL);
INSERT INTO public.alert_delivery OVERRIDING SYSTEM VALUE VALUES (2, 1, '01a1e498-a40e-705a-a534-e5456b8f3607', 5, 'pending', NULL, NULL, 3, '2026-11-16 13:44:36.692+00', '2026-11-16 13:45:13.432+00', '2026-11-16 13:46:36.692+00', NULL, NULL);
INSERT INTO public.alert_delivery OVERRIDING SYSTEM VALUE VALUES (3, 2, '01a1e498-a40e-705a-a534-e5456b8f3607', 4, 'sent', NULL, NULL, 0, '2026-11-16 13:45:05.545+00', '2026-11-16 13:45:06+00', '2026-11-16 13:47:05.545+00', '2026-11-16 13:45:05.545+00', NULL);
INSERT INTO public.alert_delivery OVERRIDING SYSTEM VALUE VALUES (5, 3, '01a1e498-a40e-705a-a534-e5456b8f3607', 4, 'sent', NULL, NULL, 0, '2026-11-16 13:45:05.895+00', '2026-11-16 13:45:06+00', '2026-11-16 13:47:05.895+00', '2026-11-16 13:45:05.895+00', NULL);
INSERT INTO public.alert_delivery OVERRIDING SYSTEM VALUE VALUES (4, 2, '01a1e498-a40e-705a-a534-e5456b8f3607', 5, 'pending', NULL, NULL, 3, '2026-11-16 13:45:05.545+00', '2026-11-16 13:45:43.336+00', '2026-11-16 13:47:05.545+00', NULL, NULL);
INSERT INTO public.alert_delivery OVERRIDING SYSTEM VALUE VALUES (6, 3, '01a1e498-a40e-705a-a534-e5456b8f3607', 5, 'pending', NULL, NULL, 3, '2026-11-16 13:45:05.895+00', '2026-11-16 13:45:43.336+00', '2026-11-16 13:47:05.895+00', NULL, NULL);

INSERT INTO public.alert_log OVERRIDING SYSTEM VALUE VALUES (1, '1:1:1', 1, '01a1e498-a40e-705a-a534-e5456b8f3607', 1, 'BTCUSDT', 1, 0, 3, 79025.5, NULL, NULL, 79028.37, 79024.95, NULL, '2026-11-16 13:44:36.684+00', '2026-11-16 13:44:36.69+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-16 13:44:36.692+00');
INSERT INTO public.alert_log OVERRIDING SYSTEM VALUE VALUES (2, '2:1:1', 2, '01a1e498-a40e-705a-a534-e5456b8f3607', 1, 'BTCUSDT', 1, 0, 3, 79041.3, NULL, NULL, 79051.73, 79010.81, NULL, '2026-11-16 13:45:05.544+00', '2026-11-16 13:45:05.544+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-16 13:45:05.545+00');
INSERT INTO public.alert_log OVERRIDING SYSTEM VALUE VALUES (3, '3:1:1', 3, '01a1e498-a40e-705a-a534-e5456b8f3607', 1, 'BTCUSDT', 1, 0, 3, 79057.1, NULL, NULL, 79064.5, 79051.73, NULL, '2026-11-16 13:45:05.889+00', '2026-11-16 13:45:05.895+00', NULL, NULL, NULL, NULL, NULL, false, '2026-11-16 13:45:05.895+00');

INSERT INTO public.alert_series VALUES ('last:BTCUSDT@0.01', 12, '{"at": 1794836708184, "low": 7900538, "from": 1794836708184, "high": 7906450, "value": 7905628, "window": null}');

INSERT INTO public.alert_state VALUES (4, 1, 0, 1794836630401, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630401, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_state VALUES (5, 1, 0, 1794836630615, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630615, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_state VALUES (6, 1, 0, 1794836630850, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836630850, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_state VALUES (7, 1, 0, 1794836631244, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836631244, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_state VALUES (8, 1, 0, 1794836631442, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836631442, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_state VALUES (1, 1, 1, 1794836676684, 1, '2026-11-16 13:44:36.684+00', '{"inDay": 1, "phase": "off", "place": 0, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1794836676684, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1794836676684, "restFrom": null, "firedZone": 480, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_state VALUES (2, 1, 1, 1794836705544, 1, '2026-11-16 13:45:05.544+00', '{"inDay": 1, "phase": "off", "place": 0, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1794836705544, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1794836705544, "restFrom": null, "firedZone": 480, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_state VALUES (3, 1, 1, 1794836705889, 1, '2026-11-16 13:45:05.889+00', '{"inDay": 1, "phase": "off", "place": 0, "anchor": null, "inHour": 1, "fireSeq": 1, "firedAt": 1794836705889, "version": 1, "inMinute": 1, "inSecond": 1, "judgedAt": 1794836705889, "restFrom": null, "firedZone": 480, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_state VALUES (9, 1, 0, 1794836631658, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836631658, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');
INSERT INTO public.alert_state VALUES (10, 1, 0, 1794836631926, 0, NULL, '{"inDay": 0, "phase": "armed", "place": 0, "anchor": null, "inHour": 0, "fireSeq": 0, "firedAt": null, "version": 1, "inMinute": 0, "inSecond": 0, "judgedAt": 1794836631926, "restFrom": null, "firedZone": 0, "suppressedCount": 0, "suppressedSince": null}', '{"low": 7899845, "high": 7905760}');

INSERT INTO public.alert_user VALUES ('01a1e498-a40e-705a-a534-e5456b8f3607');
INSERT INTO public.alert_user VALUES ('01a1e498-ac66-7656-9a9e-8d65e859652c');

INSERT INTO public.favorite_category VALUES ('01a1e498-c524-7635-b1fb-77e94a99b03e', '01a1e498-a40e-705a-a534-e5456b8f3607', 'Majors', 'majors', 0, '{BTCUSDT}', '2026-11-16 13:42:59.62+00', NULL);

INSERT INTO public.favorite_list VALUES ('01a1e498-a40e-705a-a534-e5456b8f3607', 5, '{BTCUSDT,ETHUSDT,SOLUSDT}', '2026-11-16 13:43:00.17+00', NULL);
INSERT INTO public.favorite_list VALUES ('01a1e498-ac66-7656-9a9e-8d65e859652c', 1, '{XRPUSDT}', '2026-11-16 13:43:00.463+00', NULL);

INSERT INTO public.refresh_token VALUES ('6d65slE2BZvisG5NxzGcg2AMuVoTyk8Bh_8bc09nQUM', '01a1e498-a9e7-7596-8bb0-51b77c1f6698', '2026-12-16 13:42:52.647+00', NULL);
INSERT INTO public.refresh_token VALUES ('RMLSo9C2SzIZ7don3vQc2s64qfqV4rqRn0CTprv9CTo', '01a1e498-c08c-7364-a90e-ca2f03314038', '2026-12-16 13:42:58.444+00', NULL);
INSERT INTO public.refresh_token VALUES ('IoEBuCPQvwhUZKI7d8qkZ1IFIH2-YreLWzrWH2ZIYjY', '01a1e499-7308-757a-8c1b-7585a2b4d0ce', '2026-12-16 13:43:44.136+00', NULL);
INSERT INTO public.refresh_token VALUES ('dJkcDkopuEPVZnJnux-hHk5-Xqnp8x2yopsLrYyjA9c', '01a1e499-8323-761f-8b91-cee26e1b06cd', '2026-12-16 13:43:48.259+00', NULL);

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 15, true);

SELECT pg_catalog.setval('public.alert_delivery_id_seq', 6, true);

SELECT pg_catalog.setval('public.alert_id_seq', 10, true);

SELECT pg_catalog.setval('public.alert_log_id_seq', 3, true);

ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_code
    ADD CONSTRAINT account_code_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_code
    ADD CONSTRAINT account_code_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_email_key_unique UNIQUE (email_key);

ALTER TABLE ONLY public.account_identity
    ADD CONSTRAINT account_identity_issuer_subject_pk PRIMARY KEY (issuer, subject);

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.account_preference
    ADD CONSTRAINT account_preference_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.account_session
    ADD CONSTRAINT account_session_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.ai_pick_day
    ADD CONSTRAINT ai_pick_day_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.ai_pick
    ADD CONSTRAINT ai_pick_day_rank_pk PRIMARY KEY (day, rank);

ALTER TABLE ONLY public.ai_pick_text
    ADD CONSTRAINT ai_pick_text_day_coin_id_locale_pk PRIMARY KEY (day, coin_id, locale);

ALTER TABLE ONLY public.alert
    ADD CONSTRAINT alert_client_key UNIQUE (user_id, client_key);

ALTER TABLE ONLY public.alert_delivery
    ADD CONSTRAINT alert_delivery_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alert_log
    ADD CONSTRAINT alert_log_key UNIQUE (key);

ALTER TABLE ONLY public.alert_log
    ADD CONSTRAINT alert_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alert
    ADD CONSTRAINT alert_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.alert_series
    ADD CONSTRAINT alert_series_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.alert_state
    ADD CONSTRAINT alert_state_pkey PRIMARY KEY (alert_id);

ALTER TABLE ONLY public.alert_user
    ADD CONSTRAINT alert_user_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.attempt
    ADD CONSTRAINT attempt_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.candle
    ADD CONSTRAINT candle_source_symbol_id_interval_ts_pk PRIMARY KEY (source, symbol_id, "interval", ts);

ALTER TABLE ONLY public.ended_session
    ADD CONSTRAINT ended_session_pkey PRIMARY KEY (session_id);

ALTER TABLE ONLY public.error_report
    ADD CONSTRAINT error_report_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.favorite_category
    ADD CONSTRAINT favorite_category_name UNIQUE (user_id, name_key);

ALTER TABLE ONLY public.favorite_category
    ADD CONSTRAINT favorite_category_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.favorite_category
    ADD CONSTRAINT favorite_category_share_token_unique UNIQUE (share_token);

ALTER TABLE ONLY public.favorite_list
    ADD CONSTRAINT favorite_list_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.favorite_list
    ADD CONSTRAINT favorite_list_share_token_unique UNIQUE (share_token);

ALTER TABLE ONLY public.fear_greed_day
    ADD CONSTRAINT fear_greed_day_pkey PRIMARY KEY (day);

ALTER TABLE ONLY public.list_view
    ADD CONSTRAINT list_view_name UNIQUE (account_id, name);

ALTER TABLE ONLY public.list_view
    ADD CONSTRAINT list_view_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.location_banner
    ADD CONSTRAINT location_banner_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mover_event
    ADD CONSTRAINT mover_event_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.network_point
    ADD CONSTRAINT network_point_metric_period_ts_pk PRIMARY KEY (metric, period, ts);

ALTER TABLE ONLY public.pending_registration
    ADD CONSTRAINT pending_registration_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.pending_registration
    ADD CONSTRAINT pending_registration_token_hash_unique UNIQUE (token_hash);

ALTER TABLE ONLY public.push_sent
    ADD CONSTRAINT push_sent_delivery_id_endpoint_pk PRIMARY KEY (delivery_id, endpoint);

ALTER TABLE ONLY public.push_subscription
    ADD CONSTRAINT push_subscription_pkey PRIMARY KEY (endpoint);

ALTER TABLE ONLY public.rank_mark
    ADD CONSTRAINT rank_mark_list_at_pk PRIMARY KEY (list, at);

ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.running_sums
    ADD CONSTRAINT running_sums_source_symbol_id_pk PRIMARY KEY (source, symbol_id);

ALTER TABLE ONLY public.series_point
    ADD CONSTRAINT series_point_source_symbol_id_metric_period_ts_pk PRIMARY KEY (source, symbol_id, metric, period, ts);

ALTER TABLE ONLY public.signing_key
    ADD CONSTRAINT signing_key_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.site_setting
    ADD CONSTRAINT site_setting_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.socket_token
    ADD CONSTRAINT socket_token_pkey PRIMARY KEY (hash);

ALTER TABLE ONLY public.vapid_key
    ADD CONSTRAINT vapid_key_pkey PRIMARY KEY (id);

CREATE INDEX account_code_account ON public.account_code USING btree (account_id, purpose);

CREATE INDEX account_code_expiry ON public.account_code USING btree (expires_at);

CREATE INDEX account_frozen ON public.account USING btree (frozen) WHERE frozen;

CREATE INDEX account_identity_account ON public.account_identity USING btree (account_id);

CREATE INDEX account_parent ON public.account USING btree (parent_id);

CREATE INDEX account_session_account ON public.account_session USING btree (account_id, ip);

CREATE INDEX account_session_expiry ON public.account_session USING btree (expires_at);

CREATE INDEX ai_pick_coin ON public.ai_pick USING btree (coin_id, day);

CREATE INDEX alert_armed ON public.alert USING btree (partition, id) WHERE (deleted_at IS NULL);

CREATE INDEX alert_changed ON public.alert USING btree (changed_at);

CREATE INDEX alert_delivery_due ON public.alert_delivery USING btree (due_at) WHERE (status = 'pending'::text);

CREATE UNIQUE INDEX alert_delivery_once ON public.alert_delivery USING btree (log_id, channel);

CREATE INDEX alert_delivery_pending_user ON public.alert_delivery USING btree (user_id, channel) WHERE (status = 'pending'::text);

CREATE INDEX alert_log_age ON public.alert_log USING brin (created_at);

CREATE INDEX alert_log_user ON public.alert_log USING btree (user_id, id, is_read);

CREATE UNIQUE INDEX alert_once ON public.alert USING btree (user_id, business_line, symbol_id, type, source, COALESCE(price, (0)::numeric), COALESCE(price_up, (0)::numeric), COALESCE(price_down, (0)::numeric)) WHERE (deleted_at IS NULL);

CREATE INDEX alert_series_partition ON public.alert_series USING btree (partition);

CREATE INDEX attempt_last ON public.attempt USING btree (last_at);

CREATE INDEX candle_interval_ts ON public.candle USING btree ("interval", ts);

CREATE INDEX ended_session_at ON public.ended_session USING btree (ended_at);

CREATE INDEX error_report_at ON public.error_report USING btree (at);

CREATE INDEX location_banner_place ON public.location_banner USING btree (place, ends_at);

CREATE INDEX mover_event_at ON public.mover_event USING btree (at);

CREATE INDEX mover_event_followed_at ON public.mover_event USING btree (followed, at);

CREATE INDEX mover_event_symbol_at ON public.mover_event USING btree (symbol_id, at);

CREATE INDEX mover_event_type_at ON public.mover_event USING btree (type, at);

CREATE INDEX pending_registration_email ON public.pending_registration USING btree (email_key);

CREATE INDEX pending_registration_expiry ON public.pending_registration USING btree (expires_at);

CREATE INDEX push_subscription_user ON public.push_subscription USING btree (user_id);

CREATE INDEX refresh_token_session ON public.refresh_token USING btree (session_id);

CREATE INDEX series_point_days ON public.series_point USING btree (source, symbol_id, metric, ts) INCLUDE (figures, is_partial) WHERE (period = '1d'::text);

CREATE INDEX series_point_period_ts ON public.series_point USING btree (period, ts);

CREATE INDEX socket_token_expiry ON public.socket_token USING btree (expires_at);

CREATE INDEX socket_token_session ON public.socket_token USING btree (session_id);

ALTER TABLE ONLY public.account_code
    ADD CONSTRAINT account_code_account_id_account_id_fk FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_identity
    ADD CONSTRAINT account_identity_account_id_account_id_fk FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account
    ADD CONSTRAINT account_parent_id_account_id_fk FOREIGN KEY (parent_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_preference
    ADD CONSTRAINT account_preference_account_id_account_id_fk FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.account_session
    ADD CONSTRAINT account_session_account_id_account_id_fk FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.ai_pick
    ADD CONSTRAINT ai_pick_day_ai_pick_day_day_fk FOREIGN KEY (day) REFERENCES public.ai_pick_day(day);

ALTER TABLE ONLY public.alert_state
    ADD CONSTRAINT alert_state_alert_id_alert_id_fk FOREIGN KEY (alert_id) REFERENCES public.alert(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.favorite_category
    ADD CONSTRAINT favorite_category_user_id_favorite_list_user_id_fk FOREIGN KEY (user_id) REFERENCES public.favorite_list(user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.list_view
    ADD CONSTRAINT list_view_account_id_account_id_fk FOREIGN KEY (account_id) REFERENCES public.account(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.push_sent
    ADD CONSTRAINT push_sent_delivery_id_alert_delivery_id_fk FOREIGN KEY (delivery_id) REFERENCES public.alert_delivery(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.refresh_token
    ADD CONSTRAINT refresh_token_session_id_account_session_id_fk FOREIGN KEY (session_id) REFERENCES public.account_session(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.socket_token
    ADD CONSTRAINT socket_token_session_id_account_session_id_fk FOREIGN KEY (session_id) REFERENCES public.account_session(id) ON DELETE CASCADE;
