CREATE TABLE "network_point" (
	"metric" text NOT NULL,
	"period" text NOT NULL,
	"ts" bigint NOT NULL,
	"values" double precision[] NOT NULL,
	CONSTRAINT "network_point_metric_period_ts_pk" PRIMARY KEY("metric","period","ts")
);
